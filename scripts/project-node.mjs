import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { ExpectedError } from './expected-error.mjs';
import { inRoot } from './project-root.mjs';

/** First version of Node that runs TypeScript without a flag. */
const MIN_NODE_FOR_TYPESCRIPT = [22, 18];
const PACKAGE_PLATFORM = { linux: 'linux', win32: 'win', darwin: 'darwin' };

/** Returns the path of the Node binary inside the npm package for this platform, installed or not. */
export function packagedNode() {
  const folder = inRoot('node_modules', `node-${PACKAGE_PLATFORM[process.platform] ?? process.platform}-${process.arch}`);
  return process.platform === 'win32' ? `${folder}/bin/node.exe` : `${folder}/bin/node`;
}

/**
 * Returns the Node that runs the project: the one npm installed, or on a platform without such a package the system's Node, if it
 * is new enough.
 */
export function projectNode() {
  const packaged = packagedNode();
  if (existsSync(packaged)) return realpathSync(packaged) === realpathSync(process.execPath) ? process.execPath : packaged;
  const own = process.env.npm_node_execpath ?? process.execPath;
  const version =
    own === process.execPath ? process.versions.node : execFileSync(own, ['-p', 'process.versions.node']).toString().trim();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_NODE_FOR_TYPESCRIPT[0] || (major === MIN_NODE_FOR_TYPESCRIPT[0] && minor >= MIN_NODE_FOR_TYPESCRIPT[1]))
    return own;
  throw new ExpectedError(
    `there is no packaged Node 24 for ${process.platform} ${process.arch}, and this machine's Node is ${version}. Install Node 24 (or ${MIN_NODE_FOR_TYPESCRIPT.join('.')} and later) and run the command again.`,
  );
}
