import type { EngineContext } from '@bakkum/conversion/engine';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import { PDFBool, type PDFDict, type PDFDocument, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { componentsOf } from '../document/colour-space.ts';
import { DrawnImages } from '../document/drawn-images.ts';
import { arrayOf, filtersOf, name, numberOf } from '../document/objects.ts';
import { numbersOf } from '../pages/boxes.ts';

export type ImageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly extension: 'jpg' | 'jp2' | 'png' };

/** Writes image objects as files: the stored JPEG or JPEG 2000 file if it looks the same outside of the PDF, otherwise a PNG drawn by PDFium. */
export class ImageFiles {
  readonly #source: PDFDocument;
  readonly #context: EngineContext;
  readonly #drawn: DrawnImages;

  /** @param fileBytes size of the source */
  constructor(source: PDFDocument, fileBytes: number, context: EngineContext) {
    this.#source = source;
    this.#context = context;
    this.#drawn = new DrawnImages(source, fileBytes, context);
  }

  /** `undefined` if the image is damaged or too large. */
  async fileOf(ref: PDFRef): Promise<ImageFile | undefined> {
    const image = this.#source.context.lookup(ref);
    if (!(image instanceof PDFRawStream)) return undefined;
    const stored = storedFile(image);
    if (stored) return stored;
    const [width, height] = [numberOf(image.dict, 'Width') ?? 0, numberOf(image.dict, 'Height') ?? 0];
    const pixels = await this.#drawn.draw(ref, Math.round(width), Math.round(height), 'applied');
    const { signal } = this.#context;
    return pixels && { bytes: await encodeCompactPng(pixels, { mayBeGrey: true }, signal), extension: 'png' };
  }
}

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
