/**
 * Keeps package-lock.json usable everywhere. A registry mirror may lack the packages for other systems; npm then leaves
 * them out of the lockfile, and `npm ci` refuses that lockfile on every machine. Their names and versions are known
 * from the package that lists them, so they are written in; npm checks os and cpu before it fetches anything.
 *
 * `node scripts/lockfile.mjs` completes the file, `--check` only says what is wrong with it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

const FILE = inRoot('package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const C_LIBRARIES = { gnu: 'glibc', musl: 'musl' };

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = missingPackages(lock.packages);
if (process.argv.includes('--check')) {
  const hosts = Object.entries(lock.packages).filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''));
  const problems = [
    ...missing.map(({ place }) => `${place} is missing: run node scripts/lockfile.mjs`),
    ...hosts.map(([place]) => `${place} names a registry host: install with the .npmrc of this repository`),
  ];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  for (const { place, entry } of missing) lock.packages[place] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${missing.length} packages for other systems written into package-lock.json`);
}

function missingPackages(packages) {
  return Object.entries(packages).flatMap(([place, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(packages, place, name))
      .map(([name, version]) => ({ place: `node_modules/${name}`, entry: entryFor(name, version, entry) })),
  );
}

/** Whether a package at this place finds one of that name, in its own node_modules or in one above it. */
function isReachable(packages, place, name) {
  for (let base = place; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
  }
}

function entryFor(name, version, parent) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    throw new Error(`${name} is asked for as ${version}; only exact versions can be written in`);
  const words = name.split(/[/-]/);
  const systems = SYSTEMS.filter((system) => words.includes(system));
  const processors = PROCESSORS.filter((processor) => words.includes(processor));
  const libraries = systems.includes('linux') ? Object.keys(C_LIBRARIES).filter((word) => words.includes(word)) : [];
  if (processors.length !== 1) throw new Error(`${name} does not say for which processor it is`);
  return {
    version,
    cpu: processors,
    ...(parent.dev ? { dev: true } : {}),
    ...(libraries.length > 0 ? { libc: libraries.map((word) => C_LIBRARIES[word]) } : {}),
    optional: true,
    ...(systems.length > 0 ? { os: systems } : {}),
  };
}
