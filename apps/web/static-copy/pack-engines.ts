import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { partPathname } from '@bakkum/registry/packed-parts';
import type { EngineFile } from './engine-selection.ts';

/** Below the limit of Cloudflare Pages, 25 MiB per file. */
const MAX_PART_BYTES = 24 * 1024 * 1024;
/** Run by workers from their URL, so they stay as they are. */
const SCRIPT = /\.m?js$/;

const compress = promisify(gzip);

export type PackedFiles = {
  /** Number of parts of each packed file, by URL path. */
  readonly packed: Readonly<Record<string, number>>;
  /** Stored files, by URL path. */
  readonly files: ReadonlyMap<string, string>;
};

/**
 * Compresses engine files, in parts that every host accepts. URL paths contain a hash of the content, so cached files of an earlier
 * build are reused.
 * @param onFile called after each file
 */
export async function packEngines(engineFiles: readonly EngineFile[], cache: string, onFile: () => void): Promise<PackedFiles> {
  mkdirSync(cache, { recursive: true });
  const packed: Record<string, number> = {};
  const files = new Map<string, string>();
  for (const { pathname, file } of engineFiles) {
    if (SCRIPT.test(pathname)) files.set(pathname, file);
    else {
      const parts = await partsOf(file, path.join(cache, path.basename(pathname)));
      packed[pathname] = parts.length;
      for (const [at, part] of parts.entries()) files.set(partPathname(pathname, at + 1), part);
    }
    onFile();
  }
  return { packed, files };
}

async function partsOf(file: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) await writeParts(file, folder);
  return readdirSync(folder)
    .sort((one, other) => Number(one) - Number(other))
    .map((name) => path.join(folder, name));
}

/** Renamed when complete, so that an interrupted build leaves no partial file. */
async function writeParts(file: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const bytes = await compress(readFileSync(file), { level: constants.Z_BEST_COMPRESSION });
  const count = Math.ceil(bytes.length / MAX_PART_BYTES);
  for (let part = 0; part < count; part += 1)
    writeFileSync(path.join(draft, String(part + 1)), bytes.subarray(part * MAX_PART_BYTES, (part + 1) * MAX_PART_BYTES));
  renameSync(draft, folder);
}

/** Copies files into the folder of a copy. */
export function copyInto(folder: string, files: PackedFiles['files']): void {
  for (const [pathname, file] of files) {
    const target = path.join(folder, pathname);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}
