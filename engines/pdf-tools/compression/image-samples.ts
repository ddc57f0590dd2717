import { inflateStart } from '@bakkum/bytes/streams';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { componentsOf } from '../document/colour-space.ts';
import { ownColour } from '../document/jpeg-2000.ts';
import { arrayOf, filtersOf, name, nameOf, numberOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
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
  /** Whether its colors are neither gray nor RGB, so that they change. */
  readonly isConverted: boolean;
};

const DRAWN_FILTERS: ReadonlySet<string> = new Set(['DCTDecode', 'FlateDecode', 'JPXDecode']);

/**
 * Reads a JPEG 2000 image, or one in CMYK or spot colors. `undefined` for images that are plain, stencils, palettes, soft masks and images
 * with a transparent color.
 */
export function drawnImage(object: PDFObject | undefined): DrawnImage | undefined {
  if (!(object instanceof PDFRawStream) || nameOf(object.dict, 'Subtype') !== 'Image' || plainImage(object)) return undefined;
  const { dict } = object;
  const [width, height] = [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
  const [filter = '', ...more] = filtersOf(dict);
  if (!isSize(width, height) || isMasked(dict) || more.length > 0 || !DRAWN_FILTERS.has(filter)) return undefined;
  if (filter === 'DCTDecode' && !isIntactJpeg({ stream: object, width, height, components: 4 })) return undefined;
  const isKept = isGrayOrRgb(object);
  const isDrawn = filter === 'JPXDecode' ? !isPalette(dict) : isOtherColor(dict, isKept);
  return isDrawn ? { stream: object, width, height, filter: 'drawn', isConverted: !isKept } : undefined;
}

/** A JPEG 2000 image without a color space in the document has its own. */
function isGrayOrRgb({ dict, contents }: PDFRawStream): boolean {
  const space = dict.lookup(name('ColorSpace'));
  const components = space && componentsOf(space);
  return space ? components === 1 || components === 3 : ownColour(contents) !== 'unknown';
}

/** Gray and RGB that the plain reader refused, such as inverted, stay as they are. */
function isOtherColor(dict: PDFDict, isGrayOrRgb: boolean): boolean {
  return !isGrayOrRgb && dict.has(name('ColorSpace')) && !isPalette(dict) && numberOf(dict, 'BitsPerComponent') === 8;
}

function isPalette(dict: PDFDict): boolean {
  const space = dict.lookup(name('ColorSpace'));
  const family = space instanceof PDFArray ? space.lookup(0) : space;
  return family instanceof PDFName && ['Indexed', 'Pattern'].includes(decodeName(family));
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

/** Unpacks a Flate image to its samples, row by row; `undefined` if it is damaged. */
export async function flateSamples({ stream, width, height, components }: PlainImage): Promise<Uint8Array | undefined> {
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
