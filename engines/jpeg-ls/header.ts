import { ConversionError } from '@bakkum/conversion/errors';

const FRAME = 0xf7;
const SCAN = 0xda;

/**
 * Reads the size from the frame header.
 * @throws ConversionError `corrupt` without a frame before the first scan
 */
export function sizeIn(file: Uint8Array): { readonly width: number; readonly height: number } {
  const word = (at: number): number => ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0);
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff; at += 2 + word(at + 2)) {
    if (file[at + 1] === FRAME) return { height: word(at + 5), width: word(at + 7) };
    if (file[at + 1] === SCAN) break;
  }
  throw new ConversionError('corrupt', 'no frame of JPEG-LS');
}
