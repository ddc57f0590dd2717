import { ConversionError } from '@bakkum/conversion/errors';
import { asOrientation } from '@bakkum/image-metadata/draft';
import type { Orientation } from '@bakkum/image-metadata/extract';
import { numberOf, numbersOf, readDirectory, type TiffField, type TiffStructure } from '@bakkum/image-metadata/tiff-structure';
import { assertPixelCount } from '@bakkum/raster/construct';
import { ALPHA, COMPRESSION, PHOTOMETRIC, TAG } from './tags.ts';

/** Strips or tiles: equal parts of the image, from left to right and top to bottom. */
export type Blocks = {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  readonly down: number;
  /** Tiles always have full size; the last strip ends with the image. */
  readonly areTiles: boolean;
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
};

/** A validated page whose content can be decoded here. */
export type Page = {
  readonly width: number;
  readonly height: number;
  readonly colour: 'grey' | 'rgb' | 'palette' | 'cmyk';
  /** Number of colour samples, without alpha or other extra samples. */
  readonly colourSamples: number;
  readonly whiteIsZero: boolean;
  /** Index of the alpha sample, and whether the colours are premultiplied. */
  readonly alpha?: { readonly sample: number; readonly associated: boolean };
  /** 1 to 16, the same for every sample. */
  readonly bits: number;
  readonly samples: number;
  /** Samples are stored in separate planes. */
  readonly planar: boolean;
  readonly compression: number;
  readonly predicted: boolean;
  /** Bits of each byte are stored in reverse. */
  readonly reversedBits: boolean;
  readonly littleEndian: boolean;
  readonly blocks: Blocks;
  /** Reds, then greens, then blues, 16 bits each. */
  readonly colourMap: readonly number[];
  readonly jpegTables?: Uint8Array;
  /** Embedded JPEG uses luma and chroma. */
  readonly ycbcr: boolean;
  readonly icc?: Uint8Array<ArrayBuffer>;
  readonly orientation: Orientation;
};

const MAX_SAMPLES = 8;
const UNSIGNED = 1;
const CMYK_INKS = 1;
const HORIZONTAL_PREDICTOR = 2;
/** Tiles may extend past the image; one much larger than the image is an attack. */
const LARGE_TILE = 2 ** 24;

/** Values of a directory by tag. */
type Directory = {
  readonly numbers: (tag: number) => readonly number[];
  readonly number: (tag: number) => number | undefined;
  readonly bytes: (tag: number) => Uint8Array<ArrayBuffer> | undefined;
};

function directoryOf(bytes: Uint8Array<ArrayBuffer>, tiff: TiffStructure, fields: readonly TiffField[]): Directory {
  const find = (tag: number) => fields.find((field) => field.tag === tag);
  return {
    numbers: (tag) => numbersOf(bytes, tiff, find(tag)),
    number: (tag) => numberOf(bytes, tiff, find(tag)),
    bytes: (tag) => {
      const field = find(tag);
      return field && bytes.slice(field.valueOffset, field.valueOffset + field.byteLength);
    },
  };
}

/**
 * Reads the page of a directory; `undefined` if it describes none. Throws `corrupt`, `too-large`, or `unsupported-feature` for
 * pages left to another engine.
 */
export function readPage(bytes: Uint8Array<ArrayBuffer>, tiff: TiffStructure, at: number): FoundPage | undefined {
  const directory = directoryOf(bytes, tiff, readDirectory(bytes, tiff, at));
  const [width, height] = [directory.number(TAG.width), directory.number(TAG.height)];
  if (width === undefined || height === undefined) return undefined;
  assertPixelCount(width, height);
  const samples = directory.number(TAG.samplesPerPixel) ?? 1;
  const compression = directory.number(TAG.compression) ?? COMPRESSION.none;
  const planar = samples > 1 && directory.number(TAG.planarConfiguration) === 2;
  const colour = colourOf(directory, samples, compression);
  const bits = bitsOf(directory);
  const icc = directory.bytes(TAG.icc);
  if (colour.colour === 'cmyk' && icc) unsupported('CMYK with a profile');
  const alpha = alphaOf(directory, colour, samples);
  const page: Page = {
    ...colour,
    ...(alpha && { alpha }),
    width,
    height,
    bits,
    samples,
    planar,
    compression,
    predicted: isPredicted(directory, compression, bits),
    reversedBits: directory.number(TAG.fillOrder) === 2,
    littleEndian: tiff.littleEndian,
    blocks: blocksOf(directory, { width, height, planes: planar ? samples : 1 }),
    colourMap: directory.numbers(TAG.colourMap),
    ...(icc && { icc }),
    ...jpegPart(directory, compression, { bits, planar, samples }),
    orientation: asOrientation(directory.number(TAG.orientation) ?? 1) ?? 1,
  };
  if (page.colour === 'palette' && page.colourMap.length < 3 * 2 ** bits) throw new ConversionError('corrupt', 'no colour map');
  return { ...page, isReduced: isReduced(directory) };
}

export type FoundPage = Page & {
  /** A reduced copy of another page, or a mask for one. */
  readonly isReduced: boolean;
};

function isReduced(directory: Directory): boolean {
  const flags = directory.number(TAG.subfileType) ?? 0;
  return (flags & 0b101) !== 0 || directory.number(TAG.oldSubfileType) === 2;
}

type Colour = Pick<Page, 'colour' | 'colourSamples' | 'whiteIsZero' | 'ycbcr'>;

function colourOf(directory: Directory, samples: number, compression: number): Colour {
  const photometric = directory.number(TAG.photometric) ?? (samples < 3 ? PHOTOMETRIC.blackIsZero : PHOTOMETRIC.rgb);
  const plain = { whiteIsZero: false, ycbcr: false };
  const found = ((): Colour | undefined => {
    switch (photometric) {
      case PHOTOMETRIC.whiteIsZero:
      case PHOTOMETRIC.blackIsZero:
        return { ...plain, colour: 'grey', colourSamples: 1, whiteIsZero: photometric === PHOTOMETRIC.whiteIsZero };
      case PHOTOMETRIC.rgb:
        return { ...plain, colour: 'rgb', colourSamples: 3 };
      case PHOTOMETRIC.palette:
        return { ...plain, colour: 'palette', colourSamples: 1 };
      case PHOTOMETRIC.cmyk:
        return (directory.number(TAG.inkSet) ?? CMYK_INKS) === CMYK_INKS
          ? { ...plain, colour: 'cmyk', colourSamples: 4 }
          : undefined;
      case PHOTOMETRIC.ycbcr:
        return compression === COMPRESSION.jpeg ? { ...plain, colour: 'rgb', colourSamples: 3, ycbcr: true } : undefined;
      default:
        return undefined;
    }
  })();
  if (!found || samples > MAX_SAMPLES) return unsupported(`photometric interpretation ${photometric} of ${samples} samples`);
  if (samples < found.colourSamples) throw new ConversionError('corrupt', `${samples} samples for ${found.colour}`);
  return found;
}

function bitsOf(directory: Directory): number {
  const all = directory.numbers(TAG.bitsPerSample);
  const bits = all[0] ?? 1;
  const formats = directory.numbers(TAG.sampleFormat);
  const isUnsigned = formats.every((format) => format === UNSIGNED);
  if (!isUnsigned || !(bits >= 1 && bits <= 16) || all.some((other) => other !== bits)) {
    return unsupported(`samples of ${all.join(', ')} bits, format ${formats.join(', ')}`);
  }
  return bits;
}

/** Without a declaration, a fourth sample of RGB is alpha, as old programs wrote it. */
function alphaOf(directory: Directory, { colour, colourSamples }: Colour, samples: number): Page['alpha'] {
  const kinds = directory.numbers(TAG.extraSamples);
  if (kinds.length === 0) return colour === 'rgb' && samples === 4 ? { sample: 3, associated: false } : undefined;
  const index = kinds.findIndex((kind) => kind === ALPHA.associated || kind === ALPHA.unassociated);
  if (index < 0 || colourSamples + index >= samples) return undefined;
  return { sample: colourSamples + index, associated: kinds[index] === ALPHA.associated };
}

function isPredicted(directory: Directory, compression: number, bits: number): boolean {
  const packed: readonly number[] = [COMPRESSION.lzw, COMPRESSION.deflate, COMPRESSION.oldDeflate];
  const predictor = directory.number(TAG.predictor) ?? 1;
  if (predictor === 1 || !packed.includes(compression)) return false;
  if (predictor === HORIZONTAL_PREDICTOR && (bits === 8 || bits === 16)) return true;
  return unsupported(`predictor ${predictor} of ${bits} bits`);
}

/** JPEG is decoded for 8-bit grey and RGB; CMYK and separate planes are left to other engines. */
function jpegPart(
  directory: Directory,
  compression: number,
  { bits, planar, samples }: Pick<Page, 'bits' | 'planar' | 'samples'>,
): Pick<Page, 'jpegTables'> {
  if (compression !== COMPRESSION.jpeg) return {};
  if (bits !== 8 || planar || (samples !== 1 && samples !== 3)) return unsupported(`JPEG of ${samples} samples`);
  const jpegTables = directory.bytes(TAG.jpegTables);
  return jpegTables ? { jpegTables } : {};
}

function blocksOf(directory: Directory, picture: { width: number; height: number; planes: number }): Blocks {
  const areTiles = directory.number(TAG.tileWidth) !== undefined;
  const width = areTiles ? (directory.number(TAG.tileWidth) ?? 0) : picture.width;
  const rows = directory.number(areTiles ? TAG.tileHeight : TAG.rowsPerStrip) || picture.height;
  const height = areTiles ? rows : Math.min(rows, picture.height);
  assertPixelCount(width, height);
  if (width * height > Math.max(picture.width * picture.height, LARGE_TILE)) unsupported(`tiles of ${width}x${height}`);
  const across = Math.ceil(picture.width / width);
  const down = Math.ceil(picture.height / height);
  const offsets = directory.numbers(areTiles ? TAG.tileOffsets : TAG.stripOffsets);
  const byteCounts = directory.numbers(areTiles ? TAG.tileByteCounts : TAG.stripByteCounts);
  const wanted = across * down * picture.planes;
  if (offsets.length < wanted) throw new ConversionError('corrupt', `${offsets.length} of ${wanted} blocks`);
  return { width, height, across, down, areTiles, offsets, byteCounts };
}

function unsupported(what: string): never {
  throw new ConversionError('unsupported-feature', `TIFF: ${what}`);
}
