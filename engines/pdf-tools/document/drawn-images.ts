import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readBitmap } from '@bakkum/document-pdfium/bitmap';
import { openDocument, withPage } from '@bakkum/document-pdfium/document';
import { type Pdfium, pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import type { Pixels } from '@bakkum/raster/raster';
import { type PDFDict, PDFDocument, PDFRawStream, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { ObjectCopier } from './copier.ts';
import { codestreamOf } from './jpeg-2000.ts';
import { filtersOf, name } from './objects.ts';

export type Drawing = Extract<Pixels, { depth: 8 }>;

/** Larger images would take more than a gigabyte to draw. */
export const MAX_DRAWN_PIXELS = 50_000_000;
/** Limit of bytes copied for drawing, because each image can refer to the whole document: a base, and more per byte of the file. */
const COPIED = 256 * 1024 * 1024;
const COPIED_PER_BYTE = 10;

/** Draws image objects of a document with PDFium, which reads every filter and color space. */
export class DrawnImages {
  readonly #source: PDFDocument;
  readonly #context: EngineContext;
  #left: number;

  /** @param fileBytes size of the source */
  constructor(source: PDFDocument, fileBytes: number, context: EngineContext) {
    this.#source = source;
    this.#context = context;
    this.#left = COPIED + COPIED_PER_BYTE * fileBytes;
  }

  /**
   * Returns the image in sRGB; `undefined` if it is damaged or refers to too much.
   * @param masks `ignored` to draw all pixels as if they were opaque
   */
  async draw(ref: PDFRef, width: number, height: number, masks: 'applied' | 'ignored'): Promise<Drawing | undefined> {
    if (width < 1 || height < 1 || Math.max(width * height, this.#pixelsOf(ref)) > MAX_DRAWN_PIXELS) return undefined;
    const pdfium = await pdfiumOf(this.#context, 'pdfium');
    try {
      const bytes = await documentWith(this.#source, ref, masks, (size) => this.#note(size));
      return await withoutTraps(async () => drawOnlyImage(pdfium, bytes, width, height));
    } catch (cause) {
      this.#context.signal.throwIfAborted();
      if (cause instanceof ConversionError && (cause.code === 'corrupt' || cause.code === 'too-large')) return undefined;
      throw cause;
    }
  }

  /** Pixels that PDFium decodes: JPEG 2000 has a size of its own. */
  #pixelsOf(ref: PDFRef): number {
    const image = this.#source.context.lookup(ref);
    if (!(image instanceof PDFRawStream) || filtersOf(image.dict)[0] !== 'JPXDecode') return 0;
    const { width = 0, height = 0 } = codestreamOf(image.contents) ?? {};
    return width * height;
  }

  /** @throws ConversionError `too-large` above the limit */
  #note(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ConversionError('too-large', 'the images refer to too much');
  }
}

/** A document with one page that draws nothing but the image, so that PDFium applies its masks and colour space. */
async function documentWith(
  source: PDFDocument,
  ref: PDFRef,
  masks: 'applied' | 'ignored',
  onCopy: (bytes: number) => void,
): Promise<Uint8Array> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const copier = new ObjectCopier(source, target, masks === 'applied' ? new Set() : masksOf(source, ref));
  copier.onCopy = onCopy;
  const image = copier.value(ref);
  copier.finish();
  const page = target.addPage([100, 100]);
  if (image instanceof PDFRef) page.node.setXObject(name('Image'), image);
  page.node.set(name('Contents'), target.context.register(target.context.stream('100 0 0 100 0 0 cm /Image Do')));
  return target.save({ useObjectStreams: false });
}

/** Streams are always referred to, never contained in a dictionary. */
function masksOf(source: PDFDocument, ref: PDFRef): ReadonlySet<PDFRef> {
  const image = source.context.lookup(ref);
  const dict: PDFDict | undefined = image instanceof PDFStream ? image.dict : undefined;
  const masks = ['Mask', 'SMask'].map((key) => dict?.get(name(key)));
  return new Set(masks.filter((mask) => mask instanceof PDFRef));
}

/** FPDF_PAGEOBJ_IMAGE (fpdf_edit.h). */
const IMAGE = 3;

async function drawOnlyImage(pdfium: Pdfium, bytes: Uint8Array, width: number, height: number): Promise<Drawing | undefined> {
  const { call } = pdfium;
  const document = openDocument(pdfium, bytes, '');
  try {
    return await withPage(document, 0, (page) => {
      const object = call.FPDFPage_CountObjects(page) === 1 ? call.FPDFPage_GetObject(page, 0) : 0;
      if (object === 0 || call.FPDFPageObj_GetType(object) !== IMAGE) return undefined;
      call.FPDFImageObj_SetMatrix(object, width, 0, 0, height, 0, 0);
      const bitmap = call.FPDFImageObj_GetRenderedBitmap(document.handle, page, object);
      if (bitmap === 0) return undefined;
      try {
        return readBitmap(pdfium, bitmap);
      } finally {
        call.FPDFBitmap_Destroy(bitmap);
      }
    });
  } finally {
    document.close();
  }
}
