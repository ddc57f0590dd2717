/** Makes the compressed copies (`x.js.br`, `x.js.gz`) that the server sends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(css|js|json|txt)$/;
/** Minimum size in bytes; smaller files gain too little. */
const MIN_BYTES = 512;
/** Node compresses in a pool of four threads. */
const CONCURRENCY = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses files at the best level and writes copies next to them. Meant for the few hundred kilobytes every visitor loads: the
 * server compresses large files after it has started (apps/server/http/files/compressed-copies.ts).
 * @param files absolute paths; files of other types are skipped
 */
export async function precompress(files: readonly string[]): Promise<void> {
  const queue = files.filter((file) => COMPRESSIBLE.test(file));
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) await compress(file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: constants.Z_BEST_COMPRESSION })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
