import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../expected-error.mjs';
import { withLock } from '../lock.mjs';
import { phase } from '../phase.mjs';
import { run } from '../process.mjs';
import { inRoot } from '../project-root.mjs';
import { generate } from './generate.mjs';

/** The app that is built; the others run from their sources. Its package.json says how, in the `build` script. */
const APP = inRoot('apps', 'web');
const OUTPUT = path.join(APP, 'build');
/** What a build is made of, and what is generated before it. Anything else may change without a new build. */
const SOURCES = [
  'apps/web',
  'packages',
  'engines',
  'providers',
  'formats',
  'content',
  'scripts/generate-registry.mjs',
  'package-lock.json',
];
const NOT_SOURCES = /^(node_modules|build|dist|coverage|\..*|.*\.gen\.ts|.*\.test\.tsx?|.*\.md)$/;
/** Settings that change what is built. */
const SETTINGS = ['ENGINE_LICENSES'];
const STAMP = inRoot('.cache', 'built');
/** Stands for all that is generated: git and people remove them together. */
const GENERATED = inRoot('packages', 'registry', 'manifests.gen.ts');

/** Builds even if nothing changed. */
export async function build() {
  await generate();
  await withLock('build', () => buildNow(sourceHash()));
}

/**
 * Builds only if a source, the lockfile or a build setting differs from the last build. What is generated from the same
 * sources is then right as well.
 */
export async function buildIfStale() {
  const hash = sourceHash();
  if (isFresh(hash)) return;
  await withLock('build', async () => {
    if (isFresh(hash)) return;
    await phase('Preparing engines', generate);
    await buildNow(hash);
  });
}

function isFresh(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash && existsSync(OUTPUT) && existsSync(GENERATED);
}

async function buildNow(hash) {
  rmSync(STAMP, { force: true });
  const { code } = await phase('Building the website', () =>
    run(buildScript(), [], { cwd: APP, env: environmentForBuild(), shell: true, stdio: ['ignore', 2, 2] }),
  );
  if (code !== 0) throw new ExpectedError('The build of the website failed; its message is above.');
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}

function buildScript() {
  const { scripts } = JSON.parse(readFileSync(path.join(APP, 'package.json'), 'utf8'));
  if (!scripts?.build) throw new ExpectedError('apps/web/package.json has no build script.');
  return scripts.build;
}

/** The Node that runs this file comes first, so that the commands of packages run on it too. */
function environmentForBuild() {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [inRoot('node_modules', '.bin'), path.dirname(process.execPath), process.env[pathName] ?? ''];
  return { ...process.env, [pathName]: folders.join(path.delimiter), NODE_ENV: 'production' };
}

function sourceHash() {
  const hash = createHash('sha256').update(process.versions.node);
  for (const name of SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest('hex');
}

/** Adds a file's path and bytes; for a folder, those of every source below it, in a fixed order. */
function addToHash(hash, relative) {
  const absolute = inRoot(relative);
  const kind = statSync(absolute, { throwIfNoEntry: false });
  if (kind?.isFile()) hash.update(`${relative}\0`).update(readFileSync(absolute));
  if (!kind?.isDirectory()) return;
  for (const name of readdirSync(absolute).sort()) {
    if (!NOT_SOURCES.test(name)) addToHash(hash, `${relative}/${name}`);
  }
}
