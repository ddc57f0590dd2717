import { textAt, viewOf } from '@bakkum/bytes/bytes';
import { asOrientation, type Orientation, plausibleDpi } from './draft.ts';
import {
  nextDirectory,
  nextDirectoryAt,
  numberOf,
  numbersOf,
  readDirectory,
  readTiffHeader,
  type TiffField,
  type TiffStructure,
  truncatedTags,
} from './tiff-structure.ts';

const ORIENTATION = 274;
const X_RESOLUTION = 282;
const RESOLUTION_UNIT = 296;
const CENTIMETRE = 3;
const CM_PER_INCH = 2.54;

type ExifFacts = { readonly orientation?: Orientation; readonly dpi?: number };

/** Orientation and resolution from the first directory of a TIFF file or an Exif block. */
export function readExifFacts(exif: Uint8Array): ExifFacts {
  const tiff = readTiffHeader(exif);
  if (!tiff) return {};
  const fields = readDirectory(exif, tiff, tiff.firstDirectory);
  const value = (tag: number) =>
    numberOf(
      exif,
      tiff,
      fields.find((field) => field.tag === tag),
    );
  const orientation = asOrientation(value(ORIENTATION) ?? 0);
  const unit = value(RESOLUTION_UNIT) ?? 2;
  const perUnit = value(X_RESOLUTION);
  const dpi =
    perUnit === undefined || unit === 1 ? undefined : plausibleDpi(unit === CENTIMETRE ? perUnit * CM_PER_INCH : perUnit);
  return { ...(orientation && { orientation }), ...(dpi && { dpi }) };
}

/**
 * A copy of the Exif block with upright orientation, for pixels that have been rotated. Everything else, including thumbnail and
 * pixel dimensions, stays unchanged. Bytes that are not an Exif block are returned unchanged.
 */
export function resetOrientation(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = exif.slice();
  const tiff = readTiffHeader(copy);
  if (!tiff) return copy;
  const field = readDirectory(copy, tiff, tiff.firstDirectory).find(({ tag }) => tag === ORIENTATION);
  if (field) writeOne(copy, field, tiff.littleEndian);
  return copy;
}

function writeOne(exif: Uint8Array, field: TiffField, littleEndian: boolean): void {
  const view = viewOf(exif);
  if (field.type === 3 && field.count >= 1) view.setUint16(field.valueOffset, 1, littleEndian);
  else if (field.type === 4 && field.count >= 1) view.setUint32(field.valueOffset, 1, littleEndian);
  else if (field.type === 1 && field.count >= 1) view.setUint8(field.valueOffset, 1);
}

/** Offsets and lengths of a thumbnail: of a JPEG, or of strips or tiles of pixels. */
const THUMBNAIL_PARTS = [
  [513, 514],
  [273, 279],
  [324, 325],
] as const;
/** Directories after the first. Cameras write one. */
const MAX_THUMBNAILS = 16;
/** Strips of one thumbnail, which is seldom higher than 160 pixels. */
const MAX_STRIPS = 4096;

type Range = readonly [start: number, end: number];

/**
 * A copy of the Exif block without its thumbnails, which show the image before it was rotated or cropped. The bytes of the
 * thumbnails become zeros, so that a cropped part cannot be recovered from the file. Undefined if they cannot be found for certain.
 */
export function removeThumbnails(exif: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const copy = exif.slice();
  const tiff = readTiffHeader(copy);
  const pointer = tiff && nextDirectoryAt(copy, tiff, tiff.firstDirectory);
  if (!tiff || pointer === undefined) return copy;
  const ranges: Range[] = [];
  const seen = new Set([0, tiff.firstDirectory]);
  let directory = nextDirectory(copy, tiff, tiff.firstDirectory);
  while (directory !== undefined && !seen.has(directory)) {
    const found = seen.size < MAX_THUMBNAILS + 2 ? thumbnailRanges(copy, tiff, directory) : undefined;
    if (!found) return undefined;
    ranges.push(...found);
    seen.add(directory);
    directory = nextDirectory(copy, tiff, directory);
  }
  clear(copy, [...ranges, [pointer, pointer + (tiff.big ? 8 : 4)]]);
  return copy;
}

const EXIF_DIRECTORY = 34_665;
const MAKER_NOTE = 37_500;
/** Fields of the first directory that point to further images. */
const FURTHER_IMAGES: ReadonlySet<number> = new Set([...THUMBNAIL_PARTS.map(([offsets]) => offsets), 330]);

/**
 * A copy of the Exif block without its thumbnails and the maker's note, in which many cameras store a preview of the whole image.
 * Undefined if an image may be left, so that a cropped part cannot be recovered from the file.
 */
export function removePreviews(exif: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const copy = removeThumbnails(exif);
  const tiff = copy && readTiffHeader(copy);
  if (!copy || !tiff) return copy;
  const fields = readDirectory(copy, tiff, tiff.firstDirectory);
  if (fields.some(({ tag }) => FURTHER_IMAGES.has(tag))) return undefined;
  const details = numberOf(
    copy,
    tiff,
    fields.find(({ tag }) => tag === EXIF_DIRECTORY),
  );
  if (details !== undefined) {
    // A note that extends beyond the block would not be found below.
    const truncated = truncatedTags(copy, tiff, details);
    if (!truncated || truncated.includes(MAKER_NOTE)) return undefined;
    const notes = readDirectory(copy, tiff, details).filter(({ tag }) => tag === MAKER_NOTE);
    clear(
      copy,
      notes.map(({ valueOffset, byteLength }): Range => [valueOffset, valueOffset + byteLength]),
    );
  }
  return hasJpeg(copy) ? undefined : copy;
}

/** Whether the bytes may contain the start of a JPEG. */
function hasJpeg(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff) return true;
  return false;
}

/** Where the pixels of a thumbnail are; undefined if a part has no length or the parts are too many. */
function thumbnailRanges(exif: Uint8Array, tiff: TiffStructure, directory: number): readonly Range[] | undefined {
  const fields = readDirectory(exif, tiff, directory);
  const ranges: Range[] = [];
  for (const [offsets, lengths] of THUMBNAIL_PARTS) {
    const [starts, sizes] = [offsets, lengths].map((tag) => fields.find((field) => field.tag === tag));
    if (!starts) continue;
    if (starts.count > MAX_STRIPS || sizes?.count !== starts.count) return undefined;
    const bytes = numbersOf(exif, tiff, sizes);
    const places = numbersOf(exif, tiff, starts);
    if (places.length !== starts.count || bytes.length !== starts.count) return undefined;
    ranges.push(...places.map((at, index): Range => [at, at + (bytes[index] ?? 0)]));
  }
  return ranges;
}

/** Fills ranges with zeros, and no byte twice where they overlap. */
function clear(bytes: Uint8Array, ranges: readonly Range[]): void {
  let done = 0;
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    if (end > done) bytes.fill(0, Math.max(start, done), end);
    done = Math.max(done, end);
  }
}

const PREFIX = 'Exif\0\0';

/** The block without the `Exif\0\0` prefix of some containers; undefined when no TIFF structure follows. */
export function stripExifPrefix(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const start = textAt(bytes, 0, PREFIX.length) === PREFIX ? PREFIX.length : 0;
  const bare = bytes.slice(start);
  return readTiffHeader(bare) ? bare : undefined;
}
