import type { Draft, Orientation } from './draft.ts';
import { readExifFacts, resetOrientation } from './exif.ts';
import { readGif } from './gif.ts';
import { readHeif } from './heif/heif.ts';
import { iccColourSpace } from './icc.ts';
import { readJpeg } from './jpeg.ts';
import { readJxl } from './jxl.ts';
import type { ImageMetadata } from './metadata.ts';
import { readPng } from './png.ts';
import { readTiff } from './tiff.ts';
import { readWebp } from './webp.ts';

export type { Orientation } from './draft.ts';

export type ExtractableFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'heic' | 'jxl' | 'gif';

export type ExtractedMetadata = ImageMetadata & {
  /**
   * Rotation needed to display the pixels upright, in Exif numbering. 1 for formats that rotate on their own (AVIF, HEIC, JPEG
   * XL).
   */
  readonly orientation: Orientation;
  /** Pixels per inch. */
  readonly dpi?: number;
  /** Bits per colour sample in the file. */
  readonly bitDepth?: number;
};

const READERS: Readonly<Record<ExtractableFormat, (bytes: Uint8Array, draft: Draft) => void | Promise<void>>> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  tiff: readTiff,
  avif: readHeif,
  heic: readHeif,
  jxl: readJxl,
  gif: readGif,
};

/** Formats that rotate the image through their own structure; their Exif orientation is a leftover. */
const TURNED_BY_FORMAT: ReadonlySet<ExtractableFormat> = new Set<ExtractableFormat>(['avif', 'heic', 'jxl']);

/** Reads the metadata of an image. Never throws: for a damaged file it returns everything before the damage. */
export async function extractMetadata(bytes: Uint8Array, format: ExtractableFormat): Promise<ExtractedMetadata> {
  const draft: Draft = {};
  try {
    await READERS[format](bytes, draft);
  } catch (thrown) {
    // Damage shows as reading past the end; any other error is a defect.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  if (draft.icc && !iccColourSpace(draft.icc)) delete draft.icc;
  const facts = readExifFacts(format === 'tiff' ? bytes : (draft.exif ?? new Uint8Array()));
  const dpi = draft.dpi ?? facts.dpi;
  const orientation = TURNED_BY_FORMAT.has(format) ? 1 : (facts.orientation ?? 1);
  return { ...draft, orientation, ...(dpi !== undefined && { dpi }) };
}

/**
 * Metadata for RGBA pixels that were rotated upright: orientation reset, and the profile only if it describes RGB.
 * `profileDropped` requires the warning `profile-converted`.
 */
export function uprightMetadata(extracted: ExtractedMetadata): {
  readonly metadata: ImageMetadata;
  readonly profileDropped: boolean;
} {
  const { icc, exif, xmp } = extracted;
  const isRgb = icc !== undefined && iccColourSpace(icc) === 'RGB ';
  return {
    metadata: { ...(icc && isRgb && { icc }), ...(exif && { exif: resetOrientation(exif) }), ...(xmp && { xmp }) },
    profileDropped: icc !== undefined && !isRgb,
  };
}
