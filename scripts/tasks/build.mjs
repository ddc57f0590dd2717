import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../expected-error.mjs';
import { withLock } from '../lock.mjs';
import { phase } from '../phase.mjs';
import { run } from '../process.mjs';
import { inRoot, root } from '../project-root.mjs';
import { generate } from './generate.mjs';

/** The two builds from the same packages, with the file that marks each as up to date. */
const TARGETS = [
  {
    name: 'Building the website',
    program: inRoot('apps', 'web', 'build-steps', 'build.ts'),
    cwd: inRoot('apps', 'web'),
    output: inRoot('apps', 'web', 'build'),
    sources: ['apps/web'],
    stamp: inRoot('.cache', 'built-website'),
  },
  {
    name: 'Bundling the server',
    program: inRoot('apps', 'server', 'build.ts'),
    cwd: root,
    output: inRoot('apps', 'server', 'build'),
    sources: ['apps/server'],
    stamp: inRoot('.cache', 'built-server'),
  },
];
/** Sources of both builds, in addition to their own folders. */
const SHARED_SOURCES = [
  'packages',
  'engines',
  'providers',
  'formats',
  'content',
  'scripts/generate-registry.mjs',
  'package-lock.json',
];
const NOT_SOURCES = /^(node_modules|build|dist|coverage|\..*|.*\.gen\.ts|.*\.test\.tsx?|.*\.md)$/;
/** Settings that change the result of a build. */
const SETTINGS = ['ENGINE_LICENSES', 'RECOGNITION_LANGUAGES'];
/** Represents all generated files, as git and people delete them together. */
const GENERATED = inRoot('packages', 'core', 'registry', 'manifests.gen.ts');

/** Builds even if nothing has changed. */
export async function build() {
  await generate();
  await withLock('build', async () => {
    for (const target of TARGETS) await buildTarget(target, sourceHash(target));
  });
}

/**
 * Builds what has changed since the last build, by sources, lockfile and build settings. Generated files are then up to date as
 * well.
 */
export async function buildIfStale() {
  const hashes = new Map(TARGETS.map((target) => [target, sourceHash(target)]));
  const isEveryFresh = () => TARGETS.every((target) => isFresh(target, hashes.get(target)));
  if (isEveryFresh()) return;
  await withLock('build', async () => {
    if (isEveryFresh()) return;
    await phase('Preparing engines', generate);
    for (const target of TARGETS) if (!isFresh(target, hashes.get(target))) await buildTarget(target, hashes.get(target));
  });
}

function isFresh({ stamp, output }, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && existsSync(output) && existsSync(GENERATED);
}

async function buildTarget({ name, program, cwd, stamp }, hash) {
  rmSync(stamp, { force: true });
  const { code } = await phase(name, () =>
    run(process.execPath, [program], { cwd, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 2] }),
  );
  if (code !== 0) throw new ExpectedError(`${name} failed; the message is above.`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

function sourceHash({ sources }) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const name of SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  for (const source of [...sources, ...SHARED_SOURCES]) addToHash(hash, source);
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
