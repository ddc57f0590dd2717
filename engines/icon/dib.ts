import { ConversionError } from '@bakkum/conversion/errors';
import { type ColourReader, colourReader } from './dib-colours.ts';
import { type Dib, readDib, rowBytes } from './dib-header.ts';
import type { Entry, Pixels8 } from './entry.ts';

/** Decodes an image stored as a bitmap. Throws like `readDib`. */
export function dibEntry(data: Uint8Array, listed: { readonly listedHeight: number; readonly isCursor: boolean }): Entry {
  const dib = readDib(data, listed.listedHeight);
  const { width, height, bits } = dib;
  return { width, height, depth: bits, decode: () => paint(dib, listed.isCursor) };
}

function paint(dib: Dib, isCursor: boolean): Pixels8 {
  const { width, height, bits, maskAt, view } = dib;
  const colour = colourReader(dib);
  const hasWholeMask = maskAt + rowBytes(width, 1) * height <= view.byteLength;
  if (!colour.hasAlpha && !hasWholeMask && maskAt < view.byteLength) throw new ConversionError('corrupt', 'mask is cut off');
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) paintRow(dib, colour, y, data);
  // Alpha that is zero everywhere was never written, so the mask applies.
  const hasAlpha = colour.hasAlpha && data.some((value, at) => at % 4 === 3 && value > 0);
  if (!hasAlpha && hasWholeMask) cutOut(dib, data, isCursor && bits === 1);
  if (!hasAlpha && !hasWholeMask) makeOpaque(data);
  return { depth: 8, width, height, data };
}

function paintRow(
  { width, height, bits, isTopDown, coloursAt }: Dib,
  colour: ColourReader,
  y: number,
  data: Uint8ClampedArray,
): void {
  const row = coloursAt + (isTopDown ? y : height - 1 - y) * rowBytes(width, bits);
  for (let x = 0; x < width; x += 1) colour.read(row, x, data, (y * width + x) * 4);
}

/**
 * Applies the mask. A mask bit over a colour other than black inverts the screen, as in two-colour cursors such as the text
 * cursor; those pixels become black, which is how they look on white.
 */
function cutOut({ view, width, height, isTopDown, maskAt }: Dib, data: Uint8ClampedArray, keepsInverting: boolean): void {
  const stride = rowBytes(width, 1);
  for (let y = 0; y < height; y += 1) {
    const row = maskAt + (isTopDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const isMasked = ((view.getUint8(row + (x >> 3)) >> (7 - (x & 7))) & 1) === 1;
      const inverts = isMasked && keepsInverting && (data[at] ?? 0) > 0;
      if (isMasked) data.fill(0, at, at + 3);
      data[at + 3] = isMasked && !inverts ? 0 : 255;
    }
  }
}

function makeOpaque(data: Uint8ClampedArray): void {
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}
