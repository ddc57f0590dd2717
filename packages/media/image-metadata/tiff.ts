import { concat, viewOf } from '@bakkum/bytes/bytes';
import type { Draft } from './draft.ts';
import { directoryBytes, type TiffEntry, tiffHeader, writeDirectory } from './tiff-directory.ts';
import { numberOf, readDirectory, readTiffHeader, type TiffField, type TiffStructure } from './tiff-structure.ts';

const TAG = { bitsPerSample: 258, xmp: 700, exifDirectory: 34_665, icc: 34_675, gpsDirectory: 34_853 } as const;

/**
 * Descriptive tags of the first directory that are worth copying to another format (Exif 2.32 table 4; 0x9c9b… are from Windows).
 */
const DESCRIPTIVE: ReadonlySet<number> = new Set([
  270, 271, 272, 282, 283, 296, 305, 306, 315, 33_432, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
]);
/** Resolution alone does not justify an Exif block. */
const RESOLUTION: ReadonlySet<number> = new Set([282, 283, 296]);
/** Maker notes contain offsets into the original file, and the interoperability directory describes the original file. */
const LEFT_OUT: ReadonlySet<number> = new Set([37_500, 40_965]);
const MAX_EXIF = 16 * 1024 * 1024;

export function readTiff(bytes: Uint8Array, draft: Draft): void {
  const tiff = readTiffHeader(bytes);
  if (!tiff) return;
  const fields = readDirectory(bytes, tiff, tiff.firstDirectory);
  const find = (tag: number) => fields.find((field) => field.tag === tag);
  const depth = numberOf(bytes, tiff, find(TAG.bitsPerSample));
  if (depth !== undefined) draft.bitDepth = depth;
  const icc = find(TAG.icc);
  if (icc) draft.icc = valueOf(bytes, icc);
  const xmp = find(TAG.xmp);
  if (xmp) draft.xmp = valueOf(bytes, xmp);
  const exif = rebuildExif(bytes, tiff, fields);
  if (exif) draft.exif = exif;
}

function valueOf(bytes: Uint8Array, field: TiffField): Uint8Array<ArrayBuffer> {
  return bytes.slice(field.valueOffset, field.valueOffset + field.byteLength);
}

/** A TIFF file is its own Exif block, including pixels; this writes a small block with only the descriptive fields. */
function rebuildExif(bytes: Uint8Array, tiff: TiffStructure, fields: readonly TiffField[]): Uint8Array<ArrayBuffer> | undefined {
  const { main, exif, gps } = describingEntries(bytes, tiff, fields);
  const all = [...main, ...exif, ...gps];
  if (all.every(({ tag }) => RESOLUTION.has(tag))) return undefined;
  if (all.reduce((sum, { value }) => sum + value.length, 0) > MAX_EXIF) return undefined;
  return writeExif(tiff.littleEndian, main, exif, gps);
}

/**
 * Descriptive entries of a TIFF file or Exif block: from the directory of the given fields, and from its Exif and GPS
 * directories. Values are in the byte order of the source. Maker notes are excluded, because they contain offsets into the
 * original file.
 */
export function describingEntries(
  bytes: Uint8Array,
  tiff: TiffStructure,
  fields: readonly TiffField[],
): { readonly main: readonly TiffEntry[]; readonly exif: readonly TiffEntry[]; readonly gps: readonly TiffEntry[] } {
  const entriesOf = (from: readonly TiffField[], keep: (tag: number) => boolean): TiffEntry[] =>
    from.filter(({ tag, type }) => type <= 12 && keep(tag)).map((field) => ({ ...field, value: valueOf(bytes, field) }));
  const below = (tag: number): TiffEntry[] => {
    const at = numberOf(
      bytes,
      tiff,
      fields.find((field) => field.tag === tag),
    );
    return at === undefined ? [] : entriesOf(readDirectory(bytes, tiff, at), (inner) => !LEFT_OUT.has(inner));
  };
  return {
    main: entriesOf(fields, (tag) => DESCRIPTIVE.has(tag)),
    exif: below(TAG.exifDirectory),
    gps: below(TAG.gpsDirectory),
  };
}

function writeExif(
  littleEndian: boolean,
  main: readonly TiffEntry[],
  exif: readonly TiffEntry[],
  gps: readonly TiffEntry[],
): Uint8Array<ArrayBuffer> {
  const pointer = (tag: number, offset: number): TiffEntry => {
    const value = new Uint8Array(4);
    viewOf(value).setUint32(0, offset, littleEndian);
    return { tag, type: 4, count: 1, value };
  };
  const withPointers = (exifAt: number, gpsAt: number): TiffEntry[] => [
    ...main,
    ...(exif.length > 0 ? [pointer(TAG.exifDirectory, exifAt)] : []),
    ...(gps.length > 0 ? [pointer(TAG.gpsDirectory, gpsAt)] : []),
  ];
  const exifAt = 8 + directoryBytes(withPointers(0, 0));
  const gpsAt = exifAt + (exif.length > 0 ? directoryBytes(exif) : 0);
  return concat([
    tiffHeader(littleEndian, 8),
    writeDirectory(withPointers(exifAt, gpsAt), 8, littleEndian),
    ...(exif.length > 0 ? [writeDirectory(exif, exifAt, littleEndian)] : []),
    ...(gps.length > 0 ? [writeDirectory(gps, gpsAt, littleEndian)] : []),
  ]);
}
