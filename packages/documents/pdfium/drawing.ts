import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, sequenceRaster } from '@bakkum/raster/construct';
import type { Frame, Pixels, Raster } from '@bakkum/raster/raster';
import { type PdfDocument, withPage } from './document.ts';
import { decodeAhead, type PagePlace } from './jpeg2000.ts';
import type { Pdfium } from './program.ts';

/** FPDFBitmap_BGRA, and the flags for drawing annotations and RGBA order (fpdfview.h). */
const FORMAT = 4;
const ANNOTATIONS = 0x01;
const RGBA = 0x10;
const WHITE = 0xffffffff;
const POINTS_PER_INCH = 72;

type Drawing = Extract<Pixels, { depth: 8 }>;

/** Pages as images on white, each rendered when its frame is requested. Releasing the raster closes the document. */
export function drawPages(opened: PdfDocument, indexes: readonly number[], dpi: number, context: EngineContext): Raster {
  let document = opened;
  return sequenceRaster({
    kind: 'pages',
    frameCount: indexes.length,
    dpi,
    mayHaveAlpha: false,
    async *frames() {
      for (const index of indexes) {
        context.signal.throwIfAborted();
        const size = await withPage(document, index, (page) => sizeInPixels(document.pdfium, page, dpi));
        if (await document.pdfium.substituteFonts.load(context)) document = document.reopen();
        yield frameOfPage(document, index, size);
      }
    },
    release: () => document.close(),
  });
}

function frameOfPage(document: PdfDocument, index: number, size: Size): Frame {
  const pixels = (): Promise<Pixels> => withPage(document, index, (page) => drawPage(document.pdfium, page, size));
  return { ...size, durationMs: 0, pixels };
}

type Size = { readonly width: number; readonly height: number };

function sizeInPixels({ call }: Pdfium, page: number, dpi: number): Size {
  const width = Math.max(1, Math.round((call.FPDF_GetPageWidthF(page) / POINTS_PER_INCH) * dpi));
  const height = Math.max(1, Math.round((call.FPDF_GetPageHeightF(page) / POINTS_PER_INCH) * dpi));
  assertPixelCount(width, height);
  return { width, height };
}

function drawPage(pdfium: Pdfium, page: number, size: Size): Drawing {
  return drawOn(ON_PAPER, pdfium, page, size, { left: 0, top: 0, ...size });
}

/** A rectangle of a page, in points from the top left. */
export type Region = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Renders a rectangle of a page as an image on white, with its annotations. */
export function drawRegion(pdfium: Pdfium, page: number, region: Region, dpi: number): Drawing {
  return draw(pdfium, page, region, dpi, ON_PAPER);
}

/** Renders the active objects in a rectangle of a page as a transparent image, without annotations. */
export function drawObjects(pdfium: Pdfium, page: number, region: Region, dpi: number): Drawing {
  return draw(pdfium, page, region, dpi, ON_NOTHING);
}

type Ground = { readonly colour: number; readonly flags: number };

function draw(pdfium: Pdfium, page: number, region: Region, dpi: number, ground: Ground): Drawing {
  const { call } = pdfium;
  const zoom = dpi / POINTS_PER_INCH;
  const size = { width: Math.max(1, Math.round(region.width * zoom)), height: Math.max(1, Math.round(region.height * zoom)) };
  assertPixelCount(size.width, size.height);
  return drawOn(ground, pdfium, page, size, {
    left: -Math.round(region.left * zoom),
    top: -Math.round(region.top * zoom),
    width: Math.round(call.FPDF_GetPageWidthF(page) * zoom),
    height: Math.round(call.FPDF_GetPageHeightF(page) * zoom),
  });
}

const ON_PAPER: Ground = { colour: WHITE | 0, flags: ANNOTATIONS | RGBA };
const ON_NOTHING: Ground = { colour: 0, flags: RGBA };

/** @param place where the whole page is, in pixels of the drawing */
function drawOn({ colour, flags }: Ground, pdfium: Pdfium, page: number, { width, height }: Size, place: PagePlace): Drawing {
  const { call } = pdfium;
  const bitmap = call.FPDFBitmap_CreateEx(width, height, FORMAT, 0, 0);
  if (bitmap === 0) throw new ConversionError('out-of-memory', `no room for ${width}x${height} pixels`);
  try {
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, colour);
    decodeAhead(pdfium, page, { width, height }, place);
    call.FPDF_RenderPageBitmap(bitmap, page, place.left, place.top, place.width, place.height, 0, flags);
    const rows = pdfium.bytes(call.FPDFBitmap_GetBuffer(bitmap) >>> 0, width * height * 4);
    return { depth: 8, width, height, data: new Uint8ClampedArray(rows) };
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
  }
}
