import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from './expected-error.mjs';
import { withLock } from './lock.mjs';
import { phase } from './phase.mjs';
import { packagedNode } from './project-node.mjs';
import { inRoot, root, say } from './project-root.mjs';

const NO_NPM = 'npm was not found. It comes with Node; reinstall Node or add npm to PATH.';
const INSTALL_FAILED =
  'npm could not install the packages; its message is above. Check the network and the npm registry setting, then run the command again.';
const STAMP = inRoot('node_modules', '.bakkum-installed');
/** What a task needs installed: what the product runs and builds with, or the tools of tests and checks as well. */
const LEVELS = /** @type {const} */ (['production', 'all']);

/**
 * Installs what package-lock.json says unless node_modules already holds it.
 * @param {'production' | 'all'} asked
 */
export async function ensureInstalled(asked) {
  // Whoever has run tests here keeps their tools when the lockfile changes.
  const level = stampOf().endsWith(' all') ? 'all' : asked;
  if (isInstalled(level)) return;
  await withLock('install', async () => {
    if (isInstalled(level)) return;
    const isAddition = level === 'all' && isInstalled('production');
    const what = isAddition ? 'Installing the tools of tests and checks' : 'Installing packages';
    await phase(what, () => runNpm(level, isAddition));
    dropUnusableNode();
    writeStamp(level);
  });
}

function isInstalled(level) {
  const stamp = stampOf();
  if (LEVELS.slice(LEVELS.indexOf(level)).some((stamped) => stamp === `${lockHash()} ${stamped}`)) return true;
  if (!treeMatchesLock(level)) return false;
  writeStamp(level);
  return true;
}

/** What was installed last: a hash of the lockfile, and the level. */
function stampOf() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
}

function writeStamp(level) {
  writeFileSync(STAMP, `${lockHash()} ${level}`);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/** For installations made by hand: npm's own record of node_modules tells whether everything locked is there. */
function treeMatchesLock(level) {
  const recordFile = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages;
  return Object.entries(locked).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true;
    const found = installed[place];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return mayBeAbsent(entry) || (level === 'production' && (entry.dev === true || entry.devOptional === true));
  });
}

/** A package for another system or C library is locked but not installed, nor is what only such a package needs. */
function mayBeAbsent(entry) {
  if (entry.peer || entry.libc) return true;
  const forAnother = (list, own) => list !== undefined && !list.includes(own);
  if (forAnother(entry.os, process.platform) || forAnother(entry.cpu, process.arch)) return true;
  return entry.optional === true && !entry.os && !entry.cpu;
}

/** `npm ci` deletes node_modules first; adding packages to a correct tree is faster by `npm install`, which leaves the rest alone. */
async function runNpm(level, isAddition) {
  const [command, ...leading] = npmCommand();
  const action = isAddition ? ['install', '--no-save'] : ['ci'];
  const kinds = level === 'all' ? '--include=dev' : '--omit=dev';
  const status = await new Promise((resolve, reject) => {
    const npm = spawn(command, [...leading, ...action, kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env: environmentForNpm(),
      // npm's report goes to stderr with ours; stdout belongs to the task.
      stdio: ['ignore', 2, 2],
      shell: command === 'npm' && process.platform === 'win32',
    });
    npm.on('error', (error) => reject(error.code === 'ENOENT' ? new ExpectedError(NO_NPM) : error));
    npm.on('exit', (code) => resolve(code));
  });
  if (status !== 0) throw new ExpectedError(INSTALL_FAILED);
}

/** The npm that started us, on the Node it was started with: npm ci replaces the Node inside node_modules. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (!cli || !/npm-cli\.[cm]?js$/.test(cli)) return ['npm'];
  const node = process.env.npm_node_execpath;
  return [node && existsSync(node) ? node : process.execPath, cli];
}

/** Settings of the person (npm_config_*) stay; what npm set for the running script would confuse a second npm. */
function environmentForNpm() {
  const own = /^npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix|config_include|config_omit)/i;
  const entries = Object.entries(process.env).filter(([name]) => !own.test(name) && name !== 'NODE_ENV');
  const env = Object.fromEntries(entries);
  const bin = inRoot('node_modules', '.bin');
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathName] = (env[pathName] ?? '')
    .split(path.delimiter)
    .filter((entry) => path.resolve(entry) !== bin)
    .join(path.delimiter);
  return env;
}

/** The packaged Node is built for glibc. Where it does not run, it must not shadow the machine's own in npm scripts. */
function dropUnusableNode() {
  const node = packagedNode();
  if (!existsSync(node) || spawnSync(node, ['-v']).status === 0) return;
  say("the packaged Node 24 does not run on this system; using the machine's own Node");
  rmSync(path.dirname(path.dirname(node)), { recursive: true });
  rmSync(inRoot('node_modules', '.bin', 'node'), { force: true });
}
