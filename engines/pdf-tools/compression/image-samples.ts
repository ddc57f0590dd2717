import { inflateStart } from '@bakkum/bytes/streams';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { PDFArray, PDFBool, PDFDict, type PDFObject, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { componentsOf } from '../document/colour-space.ts';
import { codestreamOf, ownColour } from '../document/jpeg-2000.ts';
import { arrayOf, filtersOf, name, nameOf, numberOf } from '../document/objects.ts';
import { numbersOf } from '../pages/boxes.ts';

/** Larger images would take more than a gigabyte to scale. */
const MAX_PIXELS = 50_000_000;

export type Components = 1 | 3;

/** An image whose samples can be stored another way without changing what they mean. */
export type PlainImage = {
  readonly stream: PDFRawStream;
  readonly width: number;
  readonly height: number;
  readonly components: Components;
  readonly filter: 'DCTDecode' | 'FlateDecode';
};

/** An image that PDFium draws, and that is stored again in gray or RGB if that saves bytes. */
export type DrawnImage = {
  readonly stream: PDFRawStream;
  readonly width: number;
  readonly height: number;
  readonly filter: 'drawn';
  /** Whether it is CMYK, so that its colors change. */
  readonly isConverted: boolean;
};

/**
 * Reads an intact JPEG 2000 or CMYK image. `undefined` for images that are plain, stencils, palettes, soft masks, in other colors, with
 * a transparent color, and for damaged JPEG and JPEG 2000.
 */
export function drawnImage(object: PDFObject | undefined): DrawnImage | undefined {
  if (!(object instanceof PDFRawStream) || nameOf(object.dict, 'Subtype') !== 'Image' || plainImage(object)) return undefined;
  const { dict } = object;
  const [width, height] = [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
  const image = { stream: object, width, height, filter: 'drawn' } as const;
  return isSize(width, height) && !isMasked(dict) && isIntact(image) ? { ...image, isConverted: isCmyk(dict) } : undefined;
}

/** Whether it is intact as far as its start tells, and has one of these filters alone. Flate has to be unpacked to know. */
function isIntact(image: Omit<DrawnImage, 'isConverted'>): boolean {
  const { dict } = image.stream;
  const [filter, ...more] = filtersOf(dict);
  if (more.length > 0) return false;
  if (filter === 'JPXDecode') return isIntactJpeg2000(image);
  if (!isCmyk(dict) || numberOf(dict, 'BitsPerComponent') !== 8) return false;
  return filter === 'DCTDecode' ? isIntactJpeg({ ...image, components: 4 }) : filter === 'FlateDecode';
}

function isCmyk(dict: PDFDict): boolean {
  return componentsOf(dict.lookup(name('ColorSpace'))) === 4;
}

/** Whether PDFium reads what the document describes: it draws black instead of failing. */
function isIntactJpeg2000({ stream, width, height }: Omit<DrawnImage, 'isConverted'>): boolean {
  const codestream = codestreamOf(stream.contents);
  if (!codestream?.isComplete || codestream.width !== width || codestream.height !== height) return false;
  const space = stream.dict.lookup(name('ColorSpace'));
  return space ? componentsOf(space) === codestream.components : ownColour(stream.contents) !== 'unknown';
}

/**
 * Reads an image of eight bits per sample in grey or three colours. `undefined` for stencils, palettes, CMYK, images with a colour
 * that is transparent or with decoding parameters, and other filters: their compression stays as it is.
 */
export function plainImage(object: PDFObject | undefined): PlainImage | undefined {
  if (!(object instanceof PDFRawStream) || nameOf(object.dict, 'Subtype') !== 'Image') return undefined;
  const { dict } = object;
  const [width, height] = [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
  const filter = filterOf(dict);
  const components = componentsOf(dict.lookup(name('ColorSpace')));
  if (!isSize(width, height) || filter === undefined || components === undefined || components === 4) return undefined;
  if (numberOf(dict, 'BitsPerComponent') !== 8 || isMasked(dict) || !isDefaultDecode(dict, components)) return undefined;
  const image = { stream: object, width, height, components, filter };
  return filter === 'FlateDecode' || isPlainJpeg(image) ? image : undefined;
}

function isSize(width: number, height: number): boolean {
  return Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 && width * height <= MAX_PIXELS;
}

function filterOf(dict: PDFDict): PlainImage['filter'] | undefined {
  const [only, ...more] = filtersOf(dict);
  return more.length === 0 && (only === 'DCTDecode' || only === 'FlateDecode') ? only : undefined;
}

function isMasked(dict: PDFDict): boolean {
  if (dict.lookup(name('ImageMask')) === PDFBool.True || dict.lookup(name('Mask')) instanceof PDFArray) return true;
  const soft = dict.lookup(name('SMask'));
  // Its colours are already mixed with the matte colour, so they must stay exact.
  return (soft instanceof PDFStream && soft.dict.has(name('Matte'))) || (numberOf(dict, 'SMaskInData') ?? 0) !== 0;
}

function isDefaultDecode(dict: PDFDict, components: Components): boolean {
  const array = arrayOf(dict, 'Decode');
  if ((array?.size() ?? 0) > components * 2) return false;
  const decode = numbersOf(array);
  return decode.length === 0 || (decode.length === components * 2 && decode.every((value, at) => value === at % 2));
}

function isPlainJpeg(image: PlainImage): boolean {
  return !image.stream.dict.has(name('DecodeParms')) && isIntactJpeg(image);
}

type Jpeg = Pick<PlainImage, 'stream' | 'width' | 'height'> & { readonly components: Components | 4 };

/** Whether it is a complete JPEG of eight bits with this size and number of components. */
function isIntactJpeg({ stream, width, height, components }: Jpeg): boolean {
  const frame = readJpegFrame(stream.contents);
  if (!frame || frame.precision !== 8 || frame.lossless || frame.arithmetic || !frame.complete) return false;
  return frame.components === components && frame.width === width && frame.height === height;
}

type FlateImage = Pick<PlainImage, 'stream' | 'width' | 'height'> & { readonly components: Components | 4 };

/** Unpacks a Flate image to its samples, row by row; `undefined` if it is damaged. */
export async function flateSamples({ stream, width, height, components }: FlateImage): Promise<Uint8Array | undefined> {
  const parms = stream.dict.lookup(name('DecodeParms'));
  const own = parms instanceof PDFArray ? parms.lookup(0) : parms;
  const predictor = own instanceof PDFDict ? (numberOf(own, 'Predictor') ?? 1) : 1;
  const rowBytes = width * components;
  if (predictor === 1) {
    const samples = await inflateStart(stream.contents.slice(), 'deflate', rowBytes * height);
    return samples.length === rowBytes * height ? samples : undefined;
  }
  const fits = own instanceof PDFDict && numberOf(own, 'Colors') === components && numberOf(own, 'Columns') === width;
  if (predictor < 10 || !fits || (own instanceof PDFDict && (numberOf(own, 'BitsPerComponent') ?? 8) !== 8)) return undefined;
  const packed = await inflateStart(stream.contents.slice(), 'deflate', (rowBytes + 1) * height);
  return packed.length === (rowBytes + 1) * height ? unfiltered(packed, rowBytes, components) : undefined;
}

/** Undoes the filters of PNG rows (PNG, clause 9). */
function unfiltered(packed: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = packed.length / (rowBytes + 1);
  const samples = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const filter = packed[row * (rowBytes + 1)] ?? 0;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at < pixelBytes ? 0 : (samples[to + at - pixelBytes] ?? 0);
      const above = row === 0 ? 0 : (samples[to + at - rowBytes] ?? 0);
      const corner = row === 0 || at < pixelBytes ? 0 : (samples[to + at - rowBytes - pixelBytes] ?? 0);
      samples[to + at] = (packed[from + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return samples;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
