import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { describingEntries } from '@bakkum/image-metadata/tiff';
import type { TiffEntry } from '@bakkum/image-metadata/tiff-directory';
import { readDirectory, readTiffHeader } from '@bakkum/image-metadata/tiff-structure';
import { TAG } from './tags.ts';

export type MetadataEntries = {
  /** Entries of the first page's directory. */
  readonly main: readonly TiffEntry[];
  /** Entries of sub-directories of the first page. */
  readonly exif: readonly TiffEntry[];
  readonly gps: readonly TiffEntry[];
};

const UNDEFINED = 7;
const BYTE = 1;

/** Unit size of types affected by byte order; a rational is two units of four. Others are single bytes. */
const UNIT_BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 4, 8: 2, 9: 4, 10: 4, 11: 4, 12: 8 };

/** Converts metadata to entries of a little-endian TIFF file. An Exif block is a small TIFF itself, so its entries are copied. */
export function metadataEntries({ exif, xmp }: ImageMetadata): MetadataEntries {
  const found = exif ? entriesOfExif(exif) : { main: [], exif: [], gps: [] };
  return xmp ? { ...found, main: [...found.main, { tag: TAG.xmp, type: BYTE, count: xmp.length, value: xmp }] } : found;
}

export function profileEntry(icc: Uint8Array): TiffEntry {
  return { tag: TAG.icc, type: UNDEFINED, count: icc.length, value: icc };
}

function entriesOfExif(exif: Uint8Array): MetadataEntries {
  const tiff = readTiffHeader(exif);
  if (!tiff) return { main: [], exif: [], gps: [] };
  const found = describingEntries(exif, tiff, readDirectory(exif, tiff, tiff.firstDirectory));
  if (tiff.littleEndian) return found;
  return { main: found.main.map(turned), exif: found.exif.map(turned), gps: found.gps.map(turned) };
}

function turned(entry: TiffEntry): TiffEntry {
  const unit = UNIT_BYTES[entry.type];
  if (!unit) return entry;
  const value = entry.value.slice();
  for (let at = 0; at + unit <= value.length; at += unit) value.subarray(at, at + unit).reverse();
  return { ...entry, value };
}
