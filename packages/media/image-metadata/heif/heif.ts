import { startsWith, textAt, viewOf } from '@bakkum/bytes/bytes';
import type { Draft, Orientation } from '../draft.ts';
import { stripExifPrefix } from '../exif.ts';
import { type HeifMeta, itemData, propertiesOf, readHeifMeta } from './heif-meta.ts';
import { type Box, boxesIn, findBox } from './iso-boxes.ts';

const XMP_TYPE = 'application/rdf+xml';

/** Omits the orientation on purpose: in these formats `irot` and `imir` define it, and decoders apply them. */
export function readHeif(bytes: Uint8Array, draft: Draft): void {
  const meta = readHeifMeta(bytes);
  if (!meta) return;
  const depth = bitDepthOf(bytes, meta);
  if (depth) draft.bitDepth = depth;
  const icc = profileOf(bytes, meta);
  if (icc) draft.icc = icc;
  for (const { id, type, contentType } of meta.items) {
    const data = type === 'Exif' || contentType === XMP_TYPE ? itemData(bytes, meta, id) : undefined;
    if (!data) continue;
    if (type === 'Exif') keepExif(data, draft);
    else draft.xmp ??= data;
  }
}

/** HEIF annex A.2.1: starts with a 32-bit distance to the TIFF header; some files have a wrong one. */
function keepExif(data: Uint8Array, draft: Draft): void {
  if (draft.exif || data.length < 12) return;
  const exif = stripExifPrefix(data.subarray(4 + viewOf(data).getUint32(0))) ?? stripExifPrefix(data.subarray(4));
  if (exif) draft.exif = exif;
}

function profileOf(bytes: Uint8Array, meta: HeifMeta): Uint8Array<ArrayBuffer> | undefined {
  const own = propertiesOf(meta, meta.primary);
  // The profile may belong to the tiles of a grid rather than to the grid.
  for (const property of [...own, ...meta.properties]) {
    if (property.type !== 'colr') continue;
    const kind = textAt(bytes, property.body, 4);
    if (kind === 'prof' || kind === 'rICC') return bytes.slice(property.body + 4, property.end);
  }
  return undefined;
}

function bitDepthOf(bytes: Uint8Array, meta: HeifMeta): number | undefined {
  const own = propertiesOf(meta, meta.primary);
  const candidates = own.length > 0 ? [...own, ...meta.properties] : meta.properties;
  for (const property of candidates) {
    const depth = depthOfProperty(bytes, property);
    if (depth) return depth;
  }
  return undefined;
}

function depthOfProperty(bytes: Uint8Array, { type, body, end }: Box): number | undefined {
  if (type === 'pixi' && body + 6 <= end) return bytes[body + 5];
  if (type === 'hvcC' && body + 18 <= end) return 8 + ((bytes[body + 17] ?? 0) & 7);
  if (type === 'av1C' && body + 3 <= end) {
    const flags = bytes[body + 2] ?? 0;
    return flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  }
  return undefined;
}

export type HeifFacts = {
  /** Of the largest image in the file, in pixels, before rotation. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number | undefined;
  /** Number of images in a sequence, with or instead of the still image; 0 without such a track. */
  readonly sequenceLength: number;
  readonly hasItems: boolean;
  /** Rotation of the primary image by `irot` and `imir`, in Exif numbering. HEIC decoders apply it, AVIF decoders do not. */
  readonly orientation: Orientation;
  /** Whether the primary image has an alpha plane. */
  readonly hasAlpha: boolean;
  /** Colour of the primary image by number (ISO/IEC 23091-2), unless a profile defines it. */
  readonly nclx: { readonly primaries: number; readonly transfer: number } | undefined;
};

/** Facts about an AVIF or HEIC file before decoding. Never throws; undefined when the file contains too little. */
export function readHeifFacts(bytes: Uint8Array): HeifFacts | undefined {
  try {
    const meta = readHeifMeta(bytes);
    const movie = findBox(bytes, 0, bytes.length, 'moov');
    const sizes = [...(meta ? itemSizes(bytes, meta) : []), ...(movie ? trackSizes(bytes, movie) : [])];
    const largest = sizes.reduce<{ width: number; height: number } | undefined>(
      (best, next) => (best && best.width * best.height >= next.width * next.height ? best : next),
      undefined,
    );
    if (!largest) return undefined;
    return {
      ...largest,
      bitDepth: meta && bitDepthOf(bytes, meta),
      sequenceLength: movie ? sampleCount(bytes, movie) : 0,
      hasItems: (meta?.items.length ?? 0) > 0,
      orientation: meta ? turnOf(bytes, meta) : 1,
      hasAlpha: meta !== undefined && meta.properties.some((property) => isAlphaPlane(bytes, property)),
      nclx: meta && nclxOf(bytes, meta),
    };
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Size in pixels of the largest image in an AVIF or HEIC file, from its header. */
export function readHeifDimensions(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const facts = readHeifFacts(bytes);
  return facts && { width: facts.width, height: facts.height };
}

function itemSizes(bytes: Uint8Array, meta: HeifMeta): { width: number; height: number }[] {
  const view = viewOf(bytes);
  return meta.properties
    .filter(({ type, body, end }) => type === 'ispe' && body + 12 <= end)
    .map(({ body }) => ({ width: view.getUint32(body + 4), height: view.getUint32(body + 8) }));
}

/** `tkhd` ends with width and height in 16.16 fixed point. */
function trackSizes(bytes: Uint8Array, movie: Box): { width: number; height: number }[] {
  const view = viewOf(bytes);
  const sizes: { width: number; height: number }[] = [];
  for (const track of boxesIn(bytes, movie.body, movie.end)) {
    const header = track.type === 'trak' ? findBox(bytes, track.body, track.end, 'tkhd') : undefined;
    if (header && header.end - header.body >= 84) {
      sizes.push({ width: view.getUint32(header.end - 8) >>> 16, height: view.getUint32(header.end - 4) >>> 16 });
    }
  }
  return sizes.filter(({ width, height }) => width > 0 && height > 0);
}

/** Number of samples in the longest track: `stsz` holds flags, a common size, then the count. */
function sampleCount(bytes: Uint8Array, movie: Box): number {
  const view = viewOf(bytes);
  const counts = [...boxesIn(bytes, movie.body, movie.end)]
    .filter(({ type }) => type === 'trak')
    .map((track) =>
      ['mdia', 'minf', 'stbl', 'stsz'].reduce<Box | undefined>(
        (box, type) => box && findBox(bytes, box.body, box.end, type),
        track,
      ),
    )
    .map((sizes) => (sizes && sizes.end - sizes.body >= 12 ? view.getUint32(sizes.body + 8) : 0));
  return Math.max(0, ...counts);
}

/** Exif orientations for rotations by 0, 90, 180, 270 degrees anticlockwise, alone and then mirrored. */
const TURNED: readonly Orientation[] = [1, 8, 3, 6];
const THEN_TOP_TO_BOTTOM: readonly Orientation[] = [4, 5, 2, 7];
const THEN_LEFT_TO_RIGHT: readonly Orientation[] = [2, 7, 4, 5];

/** The MIAF order (ISO/IEC 23000-22) is crop, rotate, mirror. */
function turnOf(bytes: Uint8Array, meta: HeifMeta): Orientation {
  const own = propertiesOf(meta, meta.primary);
  const valueOf = (type: string) => {
    const property = own.find((candidate) => candidate.type === type && candidate.body < candidate.end);
    return property && bytes[property.body];
  };
  const quarter = (valueOf('irot') ?? 0) & 3;
  const mirror = valueOf('imir');
  const table = mirror === undefined ? TURNED : mirror & 1 ? THEN_LEFT_TO_RIGHT : THEN_TOP_TO_BOTTOM;
  return table[quarter] ?? 1;
}

const ALPHA_URNS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

function isAlphaPlane(bytes: Uint8Array, property: Box): boolean {
  if (property.type !== 'auxC') return false;
  const urn = textAt(bytes, property.body + 4, property.end - property.body - 4);
  return ALPHA_URNS.some((alpha) => urn.startsWith(alpha));
}

function nclxOf(bytes: Uint8Array, meta: HeifMeta): HeifFacts['nclx'] {
  const view = viewOf(bytes);
  const property = [...propertiesOf(meta, meta.primary), ...meta.properties].find(
    ({ type, body, end }) => type === 'colr' && startsWith(bytes, 'nclx', body) && body + 10 <= end,
  );
  return property && { primaries: view.getUint16(property.body + 4), transfer: view.getUint16(property.body + 6) };
}
