/** Makes the compressed copies (`x.js.br`, `x.js.gz`) that the server sends. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(css|data|html|js|json|mjs|otf|svg|ttf|txt|wasm|xml)$/;
/** Below this a copy saves nothing worth a file. */
const WORTH_BYTES = 1024;
/** Brotli's best effort takes seconds a megabyte; large engines get the last effort that does not. */
const LARGE_BYTES = 1_500_000;
/** A program of this size would take a minute; a tenth more to download takes less. Nobody who can run it needs gzip. */
const HUGE_BYTES = 20_000_000;
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses every file of a folder that gains from it.
 * @param cache where copies of large files are kept for the next build, by what they are made from
 */
export async function precompress(folder: string, cache: string): Promise<void> {
  const queue = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith('.'));
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) await compress(file, cache);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function compress(file: string, cache: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_BYTES) return;
  const level = levelsFor(bytes.length);
  await writeCopy(`${file}.br`, bytes, cache, `br-${level.brotli}`, () =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level.brotli,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  );
  const { gzip: gzipLevel } = level;
  if (gzipLevel !== undefined)
    await writeCopy(`${file}.gz`, bytes, cache, `gz-${gzipLevel}`, () => zip(bytes, { level: gzipLevel }));
}

function levelsFor(bytes: number): { readonly brotli: number; readonly gzip?: number } {
  if (bytes > HUGE_BYTES) return { brotli: 5 };
  return bytes > LARGE_BYTES ? { brotli: 9, gzip: 6 } : { brotli: 11, gzip: 9 };
}

/** Writes the copy if it is smaller. What took long is kept, also the finding that a file does not gain: an empty one. */
async function writeCopy(
  target: string,
  bytes: Uint8Array,
  cache: string,
  way: string,
  make: () => Promise<Uint8Array>,
): Promise<void> {
  const gains = (copy: Uint8Array): boolean => copy.length < bytes.length * 0.95;
  if (bytes.length <= LARGE_BYTES) {
    const copy = await make();
    if (gains(copy)) writeFileSync(target, copy);
    return;
  }
  const kept = path.join(cache, `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-${way}`);
  if (!existsSync(kept)) {
    const copy = await make();
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${kept}.${process.pid}`, gains(copy) ? copy : '');
    renameSync(`${kept}.${process.pid}`, kept);
  }
  if (statSync(kept).size > 0) copyFileSync(kept, target);
}
