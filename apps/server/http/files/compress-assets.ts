/**
 * Child process of the server (compressed-copies.ts): compresses files one after another, smallest first, and reports each
 * finished copy to its parent. A copy gets its final name when it is complete, so an interrupted run leaves no partial copy.
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { COPY_ENCODINGS, type CompressionJob, type CopyEncoding, copyName, type HashedFile } from './compression-job.ts';

/** Brotli's best level takes seconds a megabyte; larger files get the best level that does not. */
const LARGE_BYTES = 1_500_000;
/** Above this even level 9 takes minutes; level 5 costs a tenth more to download. */
const HUGE_BYTES = 20_000_000;
/** A copy must save at least this share of the file to be worth a second file. */
const MIN_SAVING = 0.05;
const UNFINISHED = '.part';
/** An unfinished copy of this age was left by a killed process. */
const ABANDONED_MS = 24 * 3_600_000;

// Before the first use of zlib: its threads inherit the priority.
setPriority(osConstants.priority.PRIORITY_LOW);
process.once('message', (job: CompressionJob) => {
  void compressAll(job).then(() => process.disconnect());
});
// The server is gone.
process.once('disconnect', () => process.exit());

async function compressAll({ folder, files, reserveBytes }: CompressionJob): Promise<void> {
  removeStale(folder, files);
  const bySize = files.map((file) => ({ ...file, bytes: statSync(file.file).size })).sort((a, b) => a.bytes - b.bytes);
  for (const file of bySize) {
    for (const encoding of COPY_ENCODINGS) {
      const copy = path.join(folder, copyName(file.name, encoding));
      if (existsSync(copy)) continue;
      // The next start makes the missing copies, if there is room then. A copy is never larger than its file.
      if (freeBytes(folder) - file.bytes < reserveBytes) return;
      await compress(file, encoding, copy);
      process.send?.(path.basename(copy));
    }
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Deletes copies of files that an earlier version of the site served, and what interrupted runs left behind. */
function removeStale(folder: string, files: readonly HashedFile[]): void {
  const current = new Set(files.flatMap(({ name }) => COPY_ENCODINGS.map((encoding) => copyName(name, encoding))));
  for (const name of readdirSync(folder)) {
    const copy = path.join(folder, name);
    if (current.has(name) || (name.endsWith(UNFINISHED) && !isAbandoned(copy))) continue;
    rmSync(copy, { force: true });
  }
}

function isAbandoned(file: string): boolean {
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - modified > ABANDONED_MS;
}

/** Writes an empty copy where compression saves too little. */
async function compress(source: { readonly file: string; readonly bytes: number }, encoding: CopyEncoding, copy: string) {
  const unfinished = `${copy}.${process.pid}${UNFINISHED}`;
  try {
    await pipeline(createReadStream(source.file), compressor(encoding, source.bytes), createWriteStream(unfinished));
    if (statSync(unfinished).size > source.bytes * (1 - MIN_SAVING)) writeFileSync(unfinished, '');
    renameSync(unfinished, copy);
  } catch (error) {
    // On a full disk, the unfinished copy would take the last space.
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function compressor(encoding: CopyEncoding, bytes: number) {
  if (encoding === 'gzip') return createGzip({ level: bytes > LARGE_BYTES ? 6 : 9 });
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes > HUGE_BYTES ? 5 : bytes > LARGE_BYTES ? 9 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  });
}
