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

/** Offsets and lengths of a thumbnail: of a JPEG, or of strips of pixels. */
const THUMBNAIL_PARTS = [
  [513, 514],
  [273, 279],
] as const;

/**
 * A copy of the Exif block without its thumbnail, which shows the image before it was rotated or cropped. The bytes of the
 * thumbnail become zeros, so that a cropped part cannot be recovered from the file.
 */
export function removeThumbnail(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = exif.slice();
  const tiff = readTiffHeader(copy);
  if (!tiff || tiff.big) return copy;
  const thumbnail = nextDirectory(copy, tiff, tiff.firstDirectory);
  const pointer = nextDirectoryAt(copy, tiff, tiff.firstDirectory);
  if (!thumbnail || pointer === undefined) return copy;
  const fields = readDirectory(copy, tiff, thumbnail);
  const valuesOf = (tag: number) =>
    numbersOf(
      copy,
      tiff,
      fields.find((field) => field.tag === tag),
    );
  for (const [offsets, lengths] of THUMBNAIL_PARTS) {
    const sizes = valuesOf(lengths);
    for (const [index, at] of valuesOf(offsets).entries()) copy.fill(0, at, at + (sizes[index] ?? 0));
  }
  viewOf(copy).setUint32(pointer, 0);
  return copy;
}

const PREFIX = 'Exif\0\0';

/** The block without the `Exif\0\0` prefix of some containers; undefined when no TIFF structure follows. */
export function stripExifPrefix(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const start = textAt(bytes, 0, PREFIX.length) === PREFIX ? PREFIX.length : 0;
  const bare = bytes.slice(start);
  return readTiffHeader(bare) ? bare : undefined;
}
