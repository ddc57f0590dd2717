/**
 * Keeps package-lock.json usable everywhere. `node scripts/lockfile.mjs` fixes what it can without a registry, `--check` only
 * reports problems.
 *
 * - Folders of this repository: `npm ci` refuses a lockfile without an entry for a new engine folder.
 * - Packages for other systems: when a registry mirror lacks them, npm omits them from the lockfile, and `npm ci` refuses it on
 *   every machine. Their names and versions are known from the package that lists them; npm checks os and cpu before it
 *   downloads anything. `--integrity` adds their hashes, where the registry has them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inRoot } from './project-root.mjs';

const FILE = inRoot('package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const C_LIBRARIES = { gnu: 'glibc', musl: 'musl' };
/** Fields npm copies from a workspace's package.json. */
const COPIED = ['name', 'version', 'license', 'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const workspaces = readWorkspaces();
const problems = workspaces.flatMap(({ manifest }) => unlockedDependencies(manifest));
const changes = [...staleWorkspaces(), ...missingPackages()];
const hosts = Object.entries(lock.packages).filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''));
const unverified = Object.entries(lock.packages).filter(
  ([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.integrity,
);
// Only a registry knows the hashes. Packages for other systems that ours lacks are the exception, see --integrity.
problems.push(
  ...unverified.filter(([, entry]) => !isForOtherSystem(entry)).map(([place]) => `${place} has no integrity: install it again`),
);
problems.push(...hosts.map(([place]) => `${place} names a registry host: install with the .npmrc of this repository`));

if (process.argv.includes('--integrity')) {
  const added = unverified.filter(([place, entry]) => addIntegrity(place, entry)).length;
  if (added > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} of ${unverified.length} missing hashes added to package-lock.json`);
} else if (process.argv.includes('--check')) {
  // Entries of deleted folders in the lockfile are harmless.
  problems.push(
    ...changes.filter(({ entry }) => entry).map(({ place }) => `${place} is out of date: run node scripts/lockfile.mjs`),
  );
} else {
  for (const { place, entry } of changes) {
    if (entry) lock.packages[place] = entry;
    else delete lock.packages[place];
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  if (changes.length > 0) writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${changes.length} entries of package-lock.json fixed`);
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function isForOtherSystem({ optional, os, cpu }) {
  return optional === true && (os !== undefined || cpu?.includes('wasm32'));
}

/** Adds the hash of a package that the registry has. */
function addIntegrity(place, entry) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'], { encoding: 'utf8' });
  if (status !== 0 || !/^sha512-\S+$/.test(stdout.trim())) return false;
  entry.integrity = stdout.trim();
  return true;
}

/** Returns the existing workspace folders of package.json; a `*` in a pattern matches any one folder name. */
function readWorkspaces() {
  const root = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const folders = root.workspaces.flatMap((pattern) => foldersMatching(pattern.split('/')));
  return folders
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')) }));
}

function foldersMatching([name, ...rest], parent = '') {
  if (name === undefined) return [parent];
  const names = name === '*' ? subfoldersOf(parent) : [name];
  return names.flatMap((found) => foldersMatching(rest, path.posix.join(parent, found)));
}

function subfoldersOf(folder) {
  if (!existsSync(inRoot(folder))) return [];
  const entries = readdirSync(inRoot(folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** Returns packages that only npm can add to the lockfile. */
function unlockedDependencies(manifest) {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });
  const own = new Map(workspaces.map((workspace) => [workspace.manifest.name, workspace.manifest.version]));
  const locked = ([name, version]) =>
    own.get(name) === version ||
    Object.entries(lock.packages).some(([place, entry]) => place.endsWith(`node_modules/${name}`) && entry.version === version);
  return wanted
    .filter((dependency) => !locked(dependency))
    .map(([name, version]) => `${manifest.name} requires ${name} ${version}, which is not locked: install it (CONTRIBUTING.md)`);
}

/** Returns entries of new, changed and deleted folders. An entry without content is to be removed. */
function staleWorkspaces() {
  const expected = new Map(
    workspaces.flatMap(({ folder, manifest }) => [
      [folder, Object.fromEntries(COPIED.filter((key) => manifest[key] !== undefined).map((key) => [key, manifest[key]]))],
      [`node_modules/${manifest.name}`, { resolved: folder, link: true }],
    ]),
  );
  const present = Object.entries(lock.packages).filter(
    ([place, entry]) => entry.link || (place !== '' && !place.includes('node_modules/')),
  );
  const gone = present.filter(([place]) => !expected.has(place)).map(([place]) => ({ place }));
  const wrong = [...expected].filter(([place, entry]) => {
    const found = Object.entries(lock.packages[place] ?? {}).filter(([key]) => entry.link || COPIED.includes(key));
    return !isDeepStrictEqual(Object.fromEntries(found), entry);
  });
  return [...gone, ...wrong.map(([place, entry]) => ({ place, entry }))];
}

function missingPackages() {
  return Object.entries(lock.packages).flatMap(([place, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(place, name))
      .map(([name, version]) => ({ place: `node_modules/${name}`, entry: entryFor(name, version, entry) })),
  );
}

/** Returns whether a package at this path can resolve the name, in its own node_modules or in one above it. */
function isReachable(place, name) {
  for (let base = place; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
  }
}

function entryFor(name, version, parent) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    throw new Error(`${name} is required as ${version}; only exact versions can be added`);
  const words = name.split(/[/-]/);
  const systems = SYSTEMS.filter((system) => words.includes(system));
  const processors = PROCESSORS.filter((processor) => words.includes(processor));
  const libraries = systems.includes('linux') ? Object.keys(C_LIBRARIES).filter((word) => words.includes(word)) : [];
  if (processors.length !== 1) throw new Error(`${name} does not name its processor`);
  return {
    version,
    cpu: processors,
    ...(parent.dev ? { dev: true } : {}),
    ...(libraries.length > 0 ? { libc: libraries.map((word) => C_LIBRARIES[word]) } : {}),
    optional: true,
    ...(systems.length > 0 ? { os: systems } : {}),
  };
}
