import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from './expected-error.mjs';
import { withLock } from './lock.mjs';
import { packagedNode } from './project-node.mjs';
import { inRoot, root, say, secondsSince } from './project-root.mjs';

const STAMP = inRoot('node_modules', '.bakkum-installed');

/** Runs `npm ci` unless node_modules already holds exactly what package-lock.json says. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock('install', () => {
    if (isInstalled()) return;
    const startedAt = Date.now();
    say('installing the packages of package-lock.json (first run, or the lockfile changed) …');
    npmCi();
    dropUnusableNode();
    writeFileSync(STAMP, lockHash());
    say(`installed in ${secondsSince(startedAt)}`);
  });
}

function isInstalled() {
  const hash = lockHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true;
  if (!treeMatchesLock()) return false;
  writeFileSync(STAMP, hash);
  return true;
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/** Somebody ran npm by hand: its own record of node_modules tells whether everything locked is there. */
function treeMatchesLock() {
  const recordFile = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages;
  return Object.entries(locked).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true;
    const found = installed[place];
    return found ? found.version === entry.version && found.integrity === entry.integrity : mayBeAbsent(entry);
  });
}

/** A package for another system or C library is locked but not installed, nor is what only such a package needs. */
function mayBeAbsent(entry) {
  if (entry.peer || entry.libc) return true;
  const forAnother = (list, own) => list !== undefined && !list.includes(own);
  if (forAnother(entry.os, process.platform) || forAnother(entry.cpu, process.arch)) return true;
  return entry.optional === true && !entry.os && !entry.cpu;
}

function npmCi() {
  const [command, ...leading] = npmCommand();
  const { status, error } = spawnSync(
    command,
    [...leading, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      env: environmentForNpm(),
      // npm's report goes to stderr with ours; stdout belongs to the task.
      stdio: ['ignore', 2, 2],
      shell: command === 'npm' && process.platform === 'win32',
    },
  );
  if (error?.code === 'ENOENT')
    throw new ExpectedError('npm was not found. It comes with Node; reinstall Node or put npm in PATH.');
  if (error) throw error;
  if (status !== 0)
    throw new ExpectedError(
      'npm ci failed; its message is above. Check the network and the npm registry setting, then run the command again.',
    );
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
