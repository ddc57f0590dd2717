import { startsWith } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import { PNG_SIGNATURE } from '@bakkum/image-metadata/png-chunks';
import { readPngHeader } from '@bakkum/image-metadata/png-header';
import { decode as decodePixels, initSync } from '@jsquash/png/codec/pkg/squoosh_png.js';
import type { Entry, Pixels8 } from './entry.ts';

export function isPng(bytes: Uint8Array): boolean {
  return startsWith(bytes, PNG_SIGNATURE);
}

/** Reads an image stored as a PNG file, which includes its size. Trailing bytes are allowed. */
export function pngEntry(bytes: Uint8Array): Entry {
  const header = readPngHeader(bytes);
  if (!header) throw new ConversionError('corrupt', 'a PNG without its header');
  const { width, height } = header;
  return { width, height, depth: 32, decode: (context) => decodePng(bytes, context) };
}

async function decodePng(bytes: Uint8Array, context: EngineContext): Promise<Pixels8> {
  // Repeated initialization has no effect.
  initSync(await context.wasm('png'));
  try {
    const { data, width, height } = decodePixels(bytes);
    if (data instanceof Uint8ClampedArray) return { depth: 8, width, height, data };
  } catch (thrown) {
    throw toConversionError(thrown, 'corrupt');
  }
  throw new ConversionError('internal', 'decoder did not answer 8-bit samples');
}
