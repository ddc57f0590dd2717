import { ConversionError } from '@bakkum/conversion/errors';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { directoryBytes, type TiffEntry, tiffHeader, writeDirectory } from '@bakkum/image-metadata/tiff-directory';
import { metadataEntries, profileEntry } from './metadata-entries.ts';
import type { PackedPage } from './strips.ts';
import { ALPHA, COMPRESSION, PHOTOMETRIC, TAG } from './tags.ts';

const HEADER_BYTES = 8;
/** Offsets have 32 bits. */
const MAX_FILE = 0xffff_ffff;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const PAGE_OF_SEVERAL = 2;
const INCH = 2;
const RESOLUTION_TAGS: readonly number[] = [TAG.xResolution, TAG.yResolution, TAG.resolutionUnit];

/**
 * Builds the file in parts: header, strips, directories. Little-endian; every page has the profile and the resolution, the first
 * one also Exif and XMP.
 * @param dpi pixels per inch; without it the resolution in the Exif block is kept
 */
export function tiffFile(
  pages: readonly PackedPage[],
  metadata: ImageMetadata,
  dpi: number | undefined,
): Uint8Array<ArrayBuffer>[] {
  const stripBytes = pages.flatMap(({ strips }) => strips).reduce((sum, strip) => sum + evenLength(strip), 0);
  const directories = placeDirectories(pages, metadata, dpi, HEADER_BYTES + stripBytes);
  const strips = pages.flatMap((page) => page.strips.flatMap(padded));
  return [tiffHeader(true, HEADER_BYTES + stripBytes), ...strips, ...directories];
}

function evenLength(bytes: Uint8Array): number {
  return bytes.length + (bytes.length & 1);
}

/** Strip offsets need not be even, but old readers expect it. */
function padded(strip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  return strip.length % 2 === 0 ? [strip] : [strip, new Uint8Array(1)];
}

/** Lays out a directory per page from `start`, then the Exif and GPS directories. */
function placeDirectories(
  pages: readonly PackedPage[],
  metadata: ImageMetadata,
  dpi: number | undefined,
  start: number,
): Uint8Array<ArrayBuffer>[] {
  const { main, exif, gps } = metadataEntries(metadata);
  const describing = dpi === undefined ? main : main.filter(({ tag }) => !RESOLUTION_TAGS.includes(tag));
  let stripAt = HEADER_BYTES;
  const entries = pages.map((page, index) => {
    const offsets = page.strips.map((strip) => {
      stripAt += evenLength(strip);
      return stripAt - evenLength(strip);
    });
    return [
      ...pageEntries(page, offsets, pages.length > 1 ? { index, count: pages.length } : undefined),
      ...(dpi === undefined ? [] : resolutionEntries(dpi)),
      ...(metadata.icc ? [profileEntry(metadata.icc)] : []),
      ...(index === 0 ? describing : []),
    ];
  });
  const pointersTo = (exifAt: number, gpsAt: number): TiffEntry[] => [
    ...(exif.length > 0 ? [longs(TAG.exifDirectory, exifAt)] : []),
    ...(gps.length > 0 ? [longs(TAG.gpsDirectory, gpsAt)] : []),
  ];
  const withPointers = (exifAt: number, gpsAt: number) =>
    entries.map((each, index) => (index === 0 ? [...each, ...pointersTo(exifAt, gpsAt)] : each));
  const sizes = withPointers(0, 0).map(directoryBytes);
  const exifAt = start + sizes.reduce((sum, size) => sum + size, 0);
  const gpsAt = exifAt + (exif.length > 0 ? directoryBytes(exif) : 0);
  if (gpsAt + directoryBytes(gps) > MAX_FILE) throw new ConversionError('too-large', 'TIFF offsets end at 4 GiB');
  let at = start;
  const written = withPointers(exifAt, gpsAt).map((each, index) => {
    const next = at + (sizes[index] ?? 0);
    const directory = writeDirectory(each, at, true, index + 1 < pages.length ? next : 0);
    at = next;
    return directory;
  });
  return [
    ...written,
    ...(exif.length > 0 ? [writeDirectory(exif, exifAt, true)] : []),
    ...(gps.length > 0 ? [writeDirectory(gps, gpsAt, true)] : []),
  ];
}

const PAGE_NUMBER = 297;

function pageEntries(
  page: PackedPage,
  offsets: readonly number[],
  place: { readonly index: number; readonly count: number } | undefined,
): TiffEntry[] {
  const colours = page.colour === 'grey' ? 1 : 3;
  const samples = colours + (page.hasAlpha ? 1 : 0);
  return [
    longs(TAG.width, page.width),
    longs(TAG.height, page.height),
    shorts(TAG.bitsPerSample, ...Array.from({ length: samples }, () => page.depth)),
    shorts(TAG.compression, page.compression),
    shorts(TAG.photometric, page.colour === 'grey' ? PHOTOMETRIC.blackIsZero : PHOTOMETRIC.rgb),
    longs(TAG.stripOffsets, ...offsets),
    shorts(TAG.orientation, 1),
    shorts(TAG.samplesPerPixel, samples),
    longs(TAG.rowsPerStrip, page.rowsPerStrip),
    longs(TAG.stripByteCounts, ...page.strips.map((strip) => strip.length)),
    shorts(TAG.planarConfiguration, 1),
    ...(page.compression === COMPRESSION.none ? [] : [shorts(TAG.predictor, 2)]),
    ...(page.hasAlpha ? [shorts(TAG.extraSamples, ALPHA.unassociated)] : []),
    ...(place ? [longs(TAG.subfileType, PAGE_OF_SEVERAL), shorts(PAGE_NUMBER, place.index, place.count)] : []),
  ];
}

function resolutionEntries(dpi: number): TiffEntry[] {
  const rational = (tag: number): TiffEntry => ({ ...longs(tag, Math.round(dpi * 100), 100), type: RATIONAL, count: 1 });
  return [rational(TAG.xResolution), rational(TAG.yResolution), shorts(TAG.resolutionUnit, INCH)];
}

function shorts(tag: number, ...values: readonly number[]): TiffEntry {
  return entry(tag, SHORT, 2, values);
}

function longs(tag: number, ...values: readonly number[]): TiffEntry {
  return entry(tag, LONG, 4, values);
}

function entry(tag: number, type: number, unit: 2 | 4, values: readonly number[]): TiffEntry {
  const value = new Uint8Array(values.length * unit);
  const view = new DataView(value.buffer);
  for (const [index, number] of values.entries()) {
    if (unit === 2) view.setUint16(index * unit, number, true);
    else view.setUint32(index * unit, number, true);
  }
  return { tag, type, count: values.length, value };
}
