import { concat } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import type { Page } from './page.ts';

type DecoderProgram = {
  decode(file: Uint8Array, turn: boolean): { data: Uint8ClampedArray; width: number; height: number } | null;
};

/** Returns grey or RGB samples of one strip or tile of `width` by `height`. */
export type JpegReader = (block: Uint8Array, width: number, height: number) => Uint8Array;

const START_OR_END = 2;
/**
 * Adobe's marker, the only place in a JPEG that declares colours as luma and chroma (last byte 1) or RGB (0). Without it decoders
 * guess, while TIFF has its own field for it.
 */
const adobeMarker = (ycbcr: boolean) =>
  Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, ycbcr ? 1 : 0);

/** Blocks are complete JPEG files, except that shared tables are stored once in the directory. */
export async function startJpegReader(page: Page, context: EngineContext): Promise<JpegReader> {
  let complaints = 0;
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('jpeg'), () => {
    complaints += 1;
  });
  const tables = page.jpegTables?.subarray(START_OR_END, -START_OR_END) ?? new Uint8Array();
  const marker = page.samples === 3 ? adobeMarker(page.ycbcr) : new Uint8Array();
  return (block, width, height) => {
    const start = block.subarray(0, START_OR_END);
    const file = concat([start, marker, tables, block.subarray(START_OR_END)]);
    const decoded = callProgram('JPEG decoder', 'corrupt', () => program.decode(file, false));
    // The decoder repairs damage silently except for this count; repaired data must not pass as the image.
    if (complaints > 0) throw new ConversionError('corrupt', 'JPEG had to be repaired');
    if (decoded.width < width || decoded.height < height) {
      throw new ConversionError('corrupt', `JPEG of ${decoded.width}x${decoded.height} in a block of ${width}x${height}`);
    }
    return withoutAlpha(decoded, width, height, page.samples);
  };
}

function withoutAlpha(
  { data, width: stride }: { data: Uint8ClampedArray; width: number },
  width: number,
  height: number,
  samples: number,
): Uint8Array {
  const plain = new Uint8Array(width * height * samples);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, from = y * stride * 4; x < width; x += 1, from += 4) {
      for (let sample = 0; sample < samples; sample += 1) plain[to++] = data[from + sample] ?? 0;
    }
  }
  return plain;
}
