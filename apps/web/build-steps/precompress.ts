/** Makes the compressed copies (`x.js.br`, `x.js.gz`) that the server sends. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(css|html|js|json|mjs|otf|svg|ttf|txt|wasm|xml)$/;
/** Below this a copy saves nothing worth a file. */
const WORTH_BYTES = 1024;
/** Brotli's best effort takes seconds a megabyte; large engines get the last effort that does not. */
const LARGE_BYTES = 1_500_000;
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses every file of a folder that gains from it. */
export async function precompress(folder: string): Promise<void> {
  const queue = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith('.'));
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) await compress(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_BYTES) return;
  const large = bytes.length > LARGE_BYTES;
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: large ? 9 : 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params: parameters }), zip(bytes, { level: large ? 6 : 9 })]);
  if (br.length < bytes.length * 0.95) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length * 0.95) writeFileSync(`${file}.gz`, gz);
}
