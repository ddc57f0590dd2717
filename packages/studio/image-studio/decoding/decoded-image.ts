/** Input and output of decoding an untrusted image, wherever it runs. */
import type { Bytes } from '@bakkum/bytes/bytes';
import { IMPORT_LIMITS, MAX_STORED_SIDE } from '@bakkum/studio-options/imports';
import type { ImageSource } from '../files/xmp.ts';

export type Size = { readonly width: number; readonly height: number };
/** Position of an image inside a larger one: its size and its offset. */
export type Place = {
  readonly inner: Size;
  readonly edges: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
};

/** What to decode: an image `brought` by a person, at the maximum stored size; or a painted `mask`, at its position. */
export type DecodingOrder = { readonly as: 'brought' } | { readonly as: 'mask'; readonly place: Place };

/** Why an uploaded image was not stored. */
export type ImageImportFault = 'unreadable' | 'too-small' | 'too-large' | 'too-narrow';

/** sRGB pixels row by row, one byte per sample; one channel is lightness, the fourth is alpha. */
export type Pixels = Size & { readonly channels: 1 | 2 | 3 | 4; readonly content: Bytes };

export type Decoded =
  | { readonly fault: ImageImportFault; readonly detail: string }
  /** `source` is the origin recorded in the file. */
  | { readonly pixels: Pixels; readonly source: ImageSource | undefined };

/** Rejects only on failures that do not depend on the image. */
export type ImageDecoder = (order: DecodingOrder, bytes: Uint8Array) => Promise<Decoded>;

/** Slightly more than the largest image on sale. */
export const MAX_PIXELS = 4200 * 4200;

/** Maximum number of pixels in the result of an order. */
export function maxPixels(order: DecodingOrder): number {
  if (order.as === 'brought') return MAX_STORED_SIDE * MAX_STORED_SIDE;
  const { width, height } = around(order.place);
  return width * height;
}

/** Whether a size matches the order. */
export function isOrdered(order: DecodingOrder, { width, height }: Size): boolean {
  if (order.as === 'brought') return Math.max(width, height) <= MAX_STORED_SIDE && Math.min(width, height) > 0;
  const wanted = around(order.place);
  return width === wanted.width && height === wanted.height;
}

function around({ inner, edges: { left, right, top, bottom } }: Place): Size {
  return { width: left + inner.width + right, height: top + inner.height + bottom };
}

/** The problem with the size of an uploaded image, if any. */
export function sizeFault({ width, height }: Size): ImageImportFault | undefined {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (width * height > IMPORT_LIMITS.pixels) return 'too-large';
  if (short < IMPORT_LIMITS.shortest) return 'too-small';
  return long > short * IMPORT_LIMITS.ratio ? 'too-narrow' : undefined;
}
