import type { OptionValue } from '@bakkum/conversion/options';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import { type Box, heightOf, widthOf } from '@bakkum/document-layout/page-content';
import type { Picture } from '@bakkum/document-model/model';
import { readBitmap } from '@bakkum/document-pdfium/bitmap';
import { type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawObjects, drawRegion } from '@bakkum/document-pdfium/drawing';
import { pageMatrix } from '@bakkum/document-pdfium/geometry';
import { storedBytes } from '@bakkum/document-pdfium/images';
import { lowestScale } from '@bakkum/document-pdfium/jpeg2000';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import type { Pixels } from '@bakkum/raster/raster';
import { activate } from './objects.ts';
import { type PictureObject, readShapes } from './shapes.ts';

/** Dots per inch of rendered parts, and the maximum for images stored as pixels. JPEG files stay unchanged. */
type Density = { readonly drawn: number; readonly most: number };

/** The medium value prints well at less than half the size of 300 dpi. */
const DENSITIES = {
  high: { drawn: 300, most: 600 },
  medium: { drawn: 200, most: 450 },
  low: { drawn: 100, most: 150 },
} as const satisfies Readonly<Record<string, Density>>;

/** Returns the density for an option value. */
export function densityOf(quality: OptionValue | undefined): Density {
  return quality === 'high' || quality === 'low' ? DENSITIES[quality] : DENSITIES.medium;
}
/** Images of one page, read on demand. */
export function pictureSource(document: PdfDocument, index: number, density: Density, signal: AbortSignal): PictureSource {
  const { pdfium } = document;
  return {
    stored: (id, box) =>
      withPage(document, index, async (page) => {
        signal.throwIfAborted();
        const object = readShapes(pdfium, page, pageMatrix(pdfium, page), 'pictures').objects[id];
        return object ? storedPicture({ document, page, density, signal }, object, box) : undefined;
      }),
    drawn: (box) =>
      withPage(document, index, async (page) => {
        signal.throwIfAborted();
        const region = { left: box.left, top: box.top, width: widthOf(box), height: heightOf(box) };
        return pngPicture(drawRegion(pdfium, page, region, density.drawn), box, signal);
      }),
    painted: (box, objects) =>
      withPage(document, index, async (page) => {
        signal.throwIfAborted();
        activate(pdfium, page, (object) => objects.has(object.index));
        const region = { left: box.left, top: box.top, width: widthOf(box), height: heightOf(box) };
        return pngPicture(drawObjects(pdfium, page, region, density.drawn), box, signal);
      }),
  };
}

async function pngPicture(pixels: Pixels, box: Box, signal: AbortSignal): Promise<Picture> {
  const bytes = await encodeCompactPng(pixels, { mayBeGrey: true }, signal);
  return { bytes, mediaType: 'image/png', width: widthOf(box), height: heightOf(box) };
}

type Sheet = {
  readonly document: PdfDocument;
  readonly page: number;
  readonly density: Density;
  readonly signal: AbortSignal;
};

async function storedPicture(
  { document, page, density, signal }: Sheet,
  object: PictureObject,
  box: Box,
): Promise<Picture | undefined> {
  const [a, b, c, d] = object.matrix;
  const isUpright = a > 0 && d < 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < 0.01 * -d;
  if (!isUpright) return undefined;
  const jpeg = isOpaque(document, page, object) ? jpegOf(document.pdfium, page, object.object) : undefined;
  if (jpeg) return { bytes: jpeg, mediaType: 'image/jpeg', width: widthOf(box), height: heightOf(box) };
  const pixels = pixelsOf(document, page, object.object, box, density.most);
  return pixels && pngPicture(pixels, box, signal);
}

/** Returns the embedded JPEG if it is the complete image: grey or RGB, with nothing on top. */
function jpegOf(pdfium: Pdfium, page: number, object: number): Uint8Array<ArrayBuffer> | undefined {
  const { call, scratch } = pdfium;
  if (call.FPDFImageObj_GetImageFilterCount(object) !== 1 || call.FPDFPageObj_HasTransparency(object) === 1) return undefined;
  if (pdfium.text((at, bytes) => call.FPDFImageObj_GetImageFilter(object, 0, at, bytes)) !== 'DCTDecode') return undefined;
  if (call.FPDFImageObj_GetImageMetadata(object, page, scratch) === 0 || pdfium.view().getUint32(scratch + 16, true) > 24)
    return undefined;
  const bytes = storedBytes(pdfium, object);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined;
}

const SAMPLE = 48;

/** Whether no mask hides parts of an image, determined from a small rendering. */
function isOpaque({ pdfium, handle }: PdfDocument, page: number, { object }: PictureObject): boolean {
  const { call } = pdfium;
  call.FPDFImageObj_SetMatrix(object, SAMPLE, 0, 0, SAMPLE, 0, 0);
  const bitmap = call.FPDFImageObj_GetRenderedBitmap(handle, page, object);
  const sample = bitmap === 0 ? undefined : readBitmap(pdfium, bitmap);
  if (bitmap !== 0) call.FPDFBitmap_Destroy(bitmap);
  return sample !== undefined && sample.data.every((value, at) => at % 4 < 3 || value > 250);
}

/** Returns the masked image at its own size, or at the size its placement needs. A JPEG 2000 image can be larger. */
function pixelsOf({ pdfium, handle }: PdfDocument, page: number, object: number, box: Box, dpi: number): Pixels | undefined {
  const { call, scratch } = pdfium;
  if (call.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) === 0) return undefined;
  const own = { width: pdfium.view().getUint32(scratch, true), height: pdfium.view().getUint32(scratch + 4, true) };
  const wanted = Math.min(1, ((widthOf(box) / 72) * dpi) / own.width, ((heightOf(box) / 72) * dpi) / own.height);
  const zoom = Math.max(wanted, lowestScale(pdfium, object));
  call.FPDFImageObj_SetMatrix(
    object,
    Math.max(1, Math.round(own.width * zoom)),
    0,
    0,
    Math.max(1, Math.round(own.height * zoom)),
    0,
    0,
  );
  const bitmap = call.FPDFImageObj_GetRenderedBitmap(handle, page, object);
  if (bitmap === 0) return undefined;
  try {
    return readBitmap(pdfium, bitmap);
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
  }
}
