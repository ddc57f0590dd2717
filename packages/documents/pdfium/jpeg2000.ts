/**
 * PDFium decodes a JPEG 2000 image at about the size at which it is drawn, and draws nothing if the file stores no resolution that low.
 * `decodeAhead` decodes such images at their lowest resolution, which PDFium then uses until the page is closed.
 */
import { imagesOn, type PlacedImage, storedBytes } from './images.ts';
import type { Pdfium } from './program.ts';

/** FPDFBitmap_BGRA, and the flag for RGBA order (fpdfview.h). */
const FORMAT = 4;
const DRAW = 0x10;
/** Larger images need too much memory and are left out: A4 at 600 dpi has 35 million pixels. */
const MAX_PIXELS = 50_000_000;
/** Each image takes as long as drawing the page. Pages of real files have a few. */
const MAX_IMAGES = 32;

type Rectangle = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Where a whole page is, in pixels of a drawing. */
export type PagePlace = Rectangle;

/** Decodes the images that PDFium would leave out of a drawing of this size. */
export function decodeAhead(
  pdfium: Pdfium,
  page: number,
  size: { readonly width: number; readonly height: number },
  place: PagePlace,
): void {
  let drawn = 0;
  for (const image of imagesOn(pdfium, page)) {
    const box = boxOf(pdfium, page, image, place);
    const shown = [overlap(box.left, box.width, size.width), overlap(box.top, box.height, size.height)] as const;
    const reduction = Math.min(image.width / shown[0], image.height / shown[1]);
    if (reduction < 2) continue;
    const scale = lowestScale(pdfium, image.object);
    if (reduction * scale < 2) continue;
    drawn += 1;
    if (drawn > MAX_IMAGES) return;
    const zoom = Math.sqrt((image.width * image.height) / (box.width * box.height)) * scale;
    draw(pdfium, page, image, { left: 0, top: 0, width: Math.ceil(place.width * zoom), height: Math.ceil(place.height * zoom) });
  }
}

/** Pixels of a side that are within a drawing. */
function overlap(start: number, length: number, limit: number): number {
  return Math.max(1, Math.min(limit, start + length) - Math.max(0, start));
}

/** The box around an image in pixels of a drawing. */
function boxOf({ call, scratch, view }: Pdfium, page: number, { matrix }: PlacedImage, place: PagePlace): Rectangle {
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [e, f],
    [e + a, f + b],
    [e + c, f + d],
    [e + a + c, f + b + d],
  ].map(([x = 0, y = 0]) => {
    call.FPDF_PageToDevice(page, place.left, place.top, place.width, place.height, 0, x, y, scratch, scratch + 4);
    return [view().getInt32(scratch, true), view().getInt32(scratch + 4, true)] as const;
  });
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(1, Math.max(...xs) - left), height: Math.max(1, Math.max(...ys) - top) };
}

/** Draws an image to a bitmap that is discarded. */
function draw(pdfium: Pdfium, page: number, image: PlacedImage, place: PagePlace): void {
  const { call } = pdfium;
  const { left, top, width, height } = boxOf(pdfium, page, image, place);
  const bitmap = width * height <= MAX_PIXELS ? call.FPDFBitmap_CreateEx(width, height, FORMAT, 0, 0) : 0;
  if (bitmap === 0) return;
  call.FPDF_RenderPageBitmap(bitmap, page, -left, -top, place.width, place.height, 0, DRAW);
  call.FPDFBitmap_Destroy(bitmap);
}

/** Returns the lowest scale at which PDFium decodes an image; 0 for images that are not JPEG 2000. */
export function lowestScale(pdfium: Pdfium, image: number): number {
  const { call } = pdfium;
  const last = call.FPDFImageObj_GetImageFilterCount(image) - 1;
  if (last < 0 || pdfium.text((at, bytes) => call.FPDFImageObj_GetImageFilter(image, last, at, bytes)) !== 'JPXDecode') return 0;
  return 2 ** -decompositionLevels(storedBytes(pdfium, image));
}

const SIZ = 0x51;
const COD = 0x52;
/** Bytes between the marker COD and its number of levels (ISO/IEC 15444-1, A.6.1). */
const BEFORE_LEVELS = 9;

/** Reads how often a JPEG 2000 image can be halved, from the main header of its codestream. 0 if it is damaged. */
function decompositionLevels(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = codestreamOf(bytes);
  while (at >= 0 && at + BEFORE_LEVELS < bytes.length && bytes[at] === 0xff) {
    if (bytes[at + 1] === COD) return Math.min(32, bytes[at + BEFORE_LEVELS] ?? 0);
    at += 2 + view.getUint16(at + 2);
  }
  return 0;
}

/** Position of the marker SIZ, which follows the start of the codestream. */
function codestreamOf(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === SIZ) return at + 2;
  return -1;
}
