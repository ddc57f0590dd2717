import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from './expected-error.mjs';
import { withLock } from './lock.mjs';
import { phase } from './phase.mjs';
import { packagedNode } from './project-node.mjs';
import { inRoot, root, say } from './project-root.mjs';
import { languagePackagesToInstall } from './recognition-languages.mjs';

const NO_NPM = 'npm was not found. It comes with Node; reinstall Node or add npm to PATH.';
const INSTALL_FAILED =
  'npm could not install the packages; its message is above. Check the network and the npm registry setting, then run the command again.';
const STAMP = inRoot('node_modules', '.bakkum-installed');
/** What a task needs installed: runtime and build dependencies, or development tools as well. */
const LEVELS = /** @type {const} */ (['production', 'all']);

/**
 * Installs the packages of package-lock.json unless node_modules already contains them, and the languages of RECOGNITION_LANGUAGES.
 * @param {'production' | 'all'} asked
 */
export async function ensureInstalled(asked) {
  // After tests ran once, development tools are kept when the lockfile changes.
  const level = stampOf().endsWith(' all') ? 'all' : asked;
  await ensureLocked(level);
  if (languagePackagesToInstall(process.env).length === 0) return;
  await withLock('install', async () => {
    const packages = languagePackagesToInstall(process.env);
    if (packages.length === 0) return;
    const failed = `npm could not install ${packages.join(', ')} for RECOGNITION_LANGUAGES; its message is above. Check the codes.`;
    await phase('Installing languages of text recognition', () => runNpm(['install', '--no-save', ...packages], level, failed));
  });
}

async function ensureLocked(level) {
  if (isInstalled(level)) return;
  await withLock('install', async () => {
    if (isInstalled(level)) return;
    const isAddition = level === 'all' && isInstalled('production');
    const what = isAddition ? 'Installing the tools of tests and checks' : 'Installing packages';
    // `npm ci` deletes node_modules first; `npm install` adds packages to a correct tree faster, as it keeps the rest.
    await phase(what, () => runNpm(isAddition ? ['install', '--no-save'] : ['ci'], level, INSTALL_FAILED));
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

/** Identifies the last installation: a hash of the lockfile, and the level. */
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

/** Detects manual installations: npm's own record of node_modules shows whether every locked package is installed. */
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

/** Packages for other systems or C libraries are locked but not installed, and neither are their dependencies. */
function mayBeAbsent(entry) {
  if (entry.peer || entry.libc) return true;
  const forAnother = (list, own) => list !== undefined && !list.includes(own);
  if (forAnother(entry.os, process.platform) || forAnother(entry.cpu, process.arch)) return true;
  return entry.optional === true && !entry.os && !entry.cpu;
}

async function runNpm(action, level, failed) {
  const [command, ...leading] = npmCommand();
  const kinds = level === 'all' ? '--include=dev' : '--omit=dev';
  const status = await new Promise((resolve, reject) => {
    const npm = spawn(command, [...leading, ...action, kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env: environmentForNpm(),
      // npm's output goes to stderr with ours; stdout belongs to the task.
      stdio: ['ignore', 2, 2],
      shell: command === 'npm' && process.platform === 'win32',
    });
    npm.on('error', (error) => reject(error.code === 'ENOENT' ? new ExpectedError(NO_NPM) : error));
    npm.on('exit', (code) => resolve(code));
  });
  if (status !== 0) throw new ExpectedError(failed);
}

/** Runs the npm that started us on its own Node, as npm ci replaces the Node inside node_modules. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (!cli || !/npm-cli\.[cm]?js$/.test(cli)) return ['npm'];
  const node = process.env.npm_node_execpath;
  return [node && existsSync(node) ? node : process.execPath, cli];
}

/** Keeps the user's settings (npm_config_*) and drops those npm set for the running script, which would confuse a second npm. */
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

/** The packaged Node is built for glibc. Where it does not run, it must not shadow the system's Node in npm scripts. */
function dropUnusableNode() {
  const node = packagedNode();
  if (!existsSync(node) || spawnSync(node, ['-v']).status === 0) return;
  say("the packaged Node 24 does not run on this system; using the machine's own Node");
  rmSync(path.dirname(path.dirname(node)), { recursive: true });
  rmSync(inRoot('node_modules', '.bin', 'node'), { force: true });
}
