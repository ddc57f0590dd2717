/** What decoding a picture that nobody has looked at takes and answers, wherever it is done. */
import { IMPORT_LIMITS, LONGEST_KEPT } from '@bakkum/studio-options/imports';
import type { PictureSource } from './xmp.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
export type Size = { readonly width: number; readonly height: number };
/** Where a picture lies in a larger one: so large, and so far from its edges. */
export type Place = {
  readonly inner: Size;
  readonly edges: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
};

/** What to make of it: `brought` by somebody, as large as is kept; a `mask` that somebody painted, at its place. */
export type DecodingOrder = { readonly as: 'brought' } | { readonly as: 'mask'; readonly place: Place };

/** Why a picture that somebody brought is not kept. */
export type PictureFault = 'unreadable' | 'too-small' | 'too-large' | 'too-narrow';

/** Colours in sRGB, row after row, a byte each; in one channel lightness, in four the last one is how much it covers. */
export type Pixels = Size & { readonly channels: 1 | 2 | 3 | 4; readonly content: Bytes };

export type Decoded =
  | { readonly fault: PictureFault; readonly detail: string }
  /** `source`: what the file said of itself. */
  | { readonly pixels: Pixels; readonly source: PictureSource | undefined };

/** Rejects only where nothing could be decoded, whatever the picture. */
export type PictureDecoder = (order: DecodingOrder, bytes: Uint8Array) => Promise<Decoded>;

/** The largest picture that is sold, and a little. */
export const MOST_PIXELS = 4200 * 4200;

/** How large what comes of an order is, or may be at most. */
export function mostPixels(order: DecodingOrder): number {
  if (order.as === 'brought') return LONGEST_KEPT * LONGEST_KEPT;
  const { width, height } = around(order.place);
  return width * height;
}

/** Whether something of that size is what was ordered. */
export function isOrdered(order: DecodingOrder, { width, height }: Size): boolean {
  if (order.as === 'brought') return Math.max(width, height) <= LONGEST_KEPT && Math.min(width, height) > 0;
  const wanted = around(order.place);
  return width === wanted.width && height === wanted.height;
}

function around({ inner, edges: { left, right, top, bottom } }: Place): Size {
  return { width: left + inner.width + right, height: top + inner.height + bottom };
}

/** What of its size is the matter with a picture that somebody brought. */
export function sizeFault({ width, height }: Size): PictureFault | undefined {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (width * height > IMPORT_LIMITS.pixels) return 'too-large';
  if (short < IMPORT_LIMITS.shortest) return 'too-small';
  return long > short * IMPORT_LIMITS.ratio ? 'too-narrow' : undefined;
}
