import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { callProgram, type EmscriptenOptions, startProgram } from '@bakkum/raster/emscripten';
import { MAX_FONT_BYTES } from './woff.ts';

/** The program's functions return nothing for data they cannot use. */
type Woff2 = {
  compress?(sfnt: Bytes): ArrayLike<number> | null;
  decompress(woff2: Bytes): ArrayLike<number> | null;
};

/** Starts the program; `ready` resolves to it. */
export type Start = (options: EmscriptenOptions) => Promise<Woff2>;

const SIGNATURE = 0x774f4632; // wOF2
const HEADER_BYTES = 48;
const UNPACKED_SIZE = 16;

/** Unpacks WOFF2 to sfnt, which is a collection if several fonts are inside. */
export async function readWoff2(file: Bytes, { wasm }: Pick<EngineContext, 'wasm'>): Promise<Bytes> {
  if (file.length < HEADER_BYTES || viewOf(file).getUint32(0) !== SIGNATURE) throw new ConversionError('corrupt', 'no WOFF2');
  const length = viewOf(file).getUint32(UNPACKED_SIZE);
  if (length > MAX_FONT_BYTES) throw new ConversionError('too-large', `a font of ${length} bytes`);
  const { default: start } = await import('./.prepared/decompress.mjs');
  const program = await startProgram<Woff2>(start, await wasm('decompress'));
  const sfnt = Uint8Array.from(callProgram('WOFF2', 'corrupt', () => program.decompress(file)));
  if (sfnt.length < 12) throw new ConversionError('corrupt', 'WOFF2 does not unpack');
  return sfnt;
}

/** Packs sfnt as WOFF2, at the highest level of Brotli. */
export async function writeWoff2(sfnt: Bytes, { wasm }: Pick<EngineContext, 'wasm'>): Promise<Bytes> {
  const { default: start } = await import('./.prepared/compress.mjs');
  const program = await startProgram<Woff2>(start, await wasm('compress'));
  const file = Uint8Array.from(callProgram('WOFF2', 'corrupt', () => program.compress?.(sfnt)));
  if (file.length === 0) throw new ConversionError('corrupt', 'no WOFF2 is made of it');
  return file;
}
