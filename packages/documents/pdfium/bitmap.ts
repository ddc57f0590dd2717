import type { Pixels } from '@bakkum/raster/raster';
import type { Pdfium } from './program.ts';

/** FPDFBitmap formats by bytes per pixel (fpdfview.h). */
const GREY = 1;
const BGR = 2;

/** Copies the pixels of a bitmap of PDFium; `undefined` if it has none. */
export function readBitmap(pdfium: Pdfium, bitmap: number): Extract<Pixels, { depth: 8 }> | undefined {
  const { call } = pdfium;
  const [width, height] = [call.FPDFBitmap_GetWidth(bitmap), call.FPDFBitmap_GetHeight(bitmap)];
  const stride = call.FPDFBitmap_GetStride(bitmap);
  const format = call.FPDFBitmap_GetFormat(bitmap);
  if (width < 1 || height < 1) return undefined;
  const source = pdfium.bytes(call.FPDFBitmap_GetBuffer(bitmap) >>> 0, stride * height);
  const bytes = format === GREY ? 1 : format === BGR ? 3 : 4;
  const hasAlpha = format === 4 || format === 5;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0, from = y * stride; x < width; x++, from += bytes, to += 4) {
      data[to] = source[bytes === 1 ? from : from + 2] ?? 0;
      data[to + 1] = source[bytes === 1 ? from : from + 1] ?? 0;
      data[to + 2] = source[from] ?? 0;
      data[to + 3] = hasAlpha ? (source[from + 3] ?? 255) : 255;
    }
  return { depth: 8, width, height, data };
}
