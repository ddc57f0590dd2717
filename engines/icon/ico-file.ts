import { ByteWriter } from '@bakkum/bytes/writer';
import { encodePng } from '@bakkum/raster/png-file';
import { rowBytes } from './dib-header.ts';
import type { Pixels8 } from './entry.ts';
import { DIRECTORY_ENTRY, HEADER, KIND } from './ico.ts';

/** Windows before Vista, and many programs since, read small sizes only as bitmaps. */
const MAX_BITMAP_SIDE = 48;
const BITMAP_HEADER = 40;

/** Writes an ICO or CUR file with images up to 256 pixels a side. A cursor's hotspot is its upper left corner. */
export async function icoFile(
  pictures: readonly Pixels8[],
  kind: keyof typeof KIND,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const images: Uint8Array[] = [];
  for (const pixels of pictures) {
    images.push(pixels.width <= MAX_BITMAP_SIDE ? bitmapOf(pixels) : await encodePng(pixels, signal));
  }
  const file = new ByteWriter({ littleEndian: true }).u16(0, KIND[kind], pictures.length);
  let offset = HEADER + DIRECTORY_ENTRY * pictures.length;
  for (const [index, { width, height }] of pictures.entries()) {
    const length = images[index]?.length ?? 0;
    // Planes and bits per pixel for an icon; the hotspot for a cursor.
    const [across, down] = kind === 'ico' ? [1, 32] : [0, 0];
    file.u8(width, height, 0, 0).u16(across, down).u32(length, offset);
    offset += length;
  }
  for (const image of images) file.put(image);
  return file.finish();
}

/** Writes 32 bits per pixel bottom-up, then the mask for programs without alpha, set where a pixel is fully transparent. */
function bitmapOf({ width, height, data }: Pixels8): Uint8Array {
  const stride = rowBytes(width, 1);
  const colours = width * height * 4;
  const view = new DataView(new ArrayBuffer(BITMAP_HEADER + colours + stride * height));
  view.setUint32(0, BITMAP_HEADER, true);
  view.setInt32(4, width, true);
  view.setInt32(8, height * 2, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, 32, true);
  view.setUint32(20, colours + stride * height, true);
  for (let y = 0; y < height; y += 1) {
    const row = height - 1 - y;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(from, from + 4);
      const maskAt = BITMAP_HEADER + colours + row * stride + (x >> 3);
      // A colour under the mask would invert the screen.
      if (alpha === 0) view.setUint8(maskAt, view.getUint8(maskAt) | (0x80 >> (x & 7)));
      else view.setUint32(BITMAP_HEADER + (row * width + x) * 4, ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0, true);
    }
  }
  return new Uint8Array(view.buffer);
}
