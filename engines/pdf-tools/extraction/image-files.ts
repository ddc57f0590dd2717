import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readBitmap } from '@bakkum/document-pdfium/bitmap';
import { openDocument, withPage } from '@bakkum/document-pdfium/document';
import { type Pdfium, pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import type { Pixels } from '@bakkum/raster/raster';
import { PDFBool, type PDFDict, PDFDocument, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { componentsOf } from '../document/colour-space.ts';
import { ObjectCopier } from '../document/copier.ts';
import { arrayOf, filtersOf, name, numberOf } from '../document/objects.ts';
import { numbersOf } from '../pages/boxes.ts';

export type ImageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly extension: 'jpg' | 'jp2' | 'png' };

/** Larger images would take more than a gigabyte to draw. */
const MAX_PIXELS = 50_000_000;
/** Limit of bytes copied for drawing, because each image can refer to the whole document: a base, and more per byte of the file. */
const COPIED = 256 * 1024 * 1024;
const COPIED_PER_BYTE = 10;

/** Writes image objects as files: the stored JPEG or JPEG 2000 file if it looks the same outside of the PDF, otherwise a PNG drawn by PDFium. */
export class ImageFiles {
  readonly #source: PDFDocument;
  readonly #context: EngineContext;
  #left: number;

  /** @param fileBytes size of the source */
  constructor(source: PDFDocument, fileBytes: number, context: EngineContext) {
    this.#source = source;
    this.#context = context;
    this.#left = COPIED + COPIED_PER_BYTE * fileBytes;
  }

  /** `undefined` if the image is damaged or too large. */
  async fileOf(ref: PDFRef): Promise<ImageFile | undefined> {
    const image = this.#source.context.lookup(ref);
    if (!(image instanceof PDFRawStream)) return undefined;
    const stored = storedFile(image);
    if (stored) return stored;
    const [width, height] = [numberOf(image.dict, 'Width') ?? 0, numberOf(image.dict, 'Height') ?? 0];
    if (width < 1 || height < 1 || width * height > MAX_PIXELS) return undefined;
    const pixels = await this.#drawn(ref, Math.round(width), Math.round(height));
    const { signal } = this.#context;
    return pixels && { bytes: await encodeCompactPng(pixels, { mayBeGrey: true }, signal), extension: 'png' };
  }

  /** @throws ConversionError `too-large` above the limit */
  #note(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ConversionError('too-large', 'the images refer to too much');
  }

  async #drawn(ref: PDFRef, width: number, height: number): Promise<Drawing | undefined> {
    const pdfium = await pdfiumOf(this.#context, 'pdfium');
    try {
      const bytes = await documentWith(this.#source, ref, (size) => this.#note(size));
      return await withoutTraps(async () => drawOnlyImage(pdfium, bytes, width, height));
    } catch (cause) {
      this.#context.signal.throwIfAborted();
      if (cause instanceof ConversionError && (cause.code === 'corrupt' || cause.code === 'too-large')) return undefined;
      throw cause;
    }
  }
}

type Drawing = Extract<Pixels, { depth: 8 }>;

const JP2_SIGNATURE = [0, 0, 0, 0x0c, 0x6a, 0x50];

function storedFile({ dict, contents }: PDFRawStream): ImageFile | undefined {
  const [filter, ...more] = filtersOf(dict);
  if (more.length > 0 || isMasked(dict) || !isPlainDecode(dict)) return undefined;
  if (filter === 'JPXDecode')
    return JP2_SIGNATURE.every((byte, at) => contents[at] === byte) && !dict.has(name('ColorSpace'))
      ? { bytes: contents.slice(), extension: 'jp2' }
      : undefined;
  const frame = filter === 'DCTDecode' ? readJpegFrame(contents) : undefined;
  const components = componentsOf(dict.lookup(name('ColorSpace')));
  // Outside the document, a CMYK file can look different.
  const isPlain = frame && frame.precision === 8 && frame.components === components && components !== 4;
  return isPlain ? { bytes: contents.slice(), extension: 'jpg' } : undefined;
}

function isMasked(dict: PDFDict): boolean {
  return (
    dict.lookup(name('ImageMask')) === PDFBool.True ||
    ['Mask', 'SMask'].some((key) => dict.lookup(name(key)) !== undefined) ||
    (numberOf(dict, 'SMaskInData') ?? 0) !== 0
  );
}

/** Whether the stored samples are not inverted or scaled. */
function isPlainDecode(dict: PDFDict): boolean {
  return numbersOf(arrayOf(dict, 'Decode')).every((value, at) => value === at % 2);
}

/** A document with one page that draws nothing but the image, so that PDFium applies its masks and colour space. */
async function documentWith(source: PDFDocument, ref: PDFRef, onCopy: (bytes: number) => void): Promise<Uint8Array> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const copier = new ObjectCopier(source, target, new Set());
  copier.onCopy = onCopy;
  const image = copier.value(ref);
  copier.finish();
  const page = target.addPage([100, 100]);
  if (image instanceof PDFRef) page.node.setXObject(name('Image'), image);
  page.node.set(name('Contents'), target.context.register(target.context.stream('100 0 0 100 0 0 cm /Image Do')));
  return target.save({ useObjectStreams: false });
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
