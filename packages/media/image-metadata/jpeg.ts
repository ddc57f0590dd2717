import { concat, encodeLatin1, startsWith, uint16BE, viewOf } from '@bakkum/bytes/bytes';
import { type Draft, plausibleDpi } from './draft.ts';
import { stripExifPrefix } from './exif.ts';
import type { ImageMetadata } from './metadata.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const ICC = 'ICC_PROFILE\0';
const JFIF = 'JFIF\0';
const MAX_PAYLOAD = 65_533;
const ICC_CHUNK = MAX_PAYLOAD - ICC.length - 2;

type Segment = { readonly marker: number; readonly start: number; readonly payload: Uint8Array; readonly end: number };

/** Segments between SOI and the first scan. Stops at a damaged segment. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return;
    const length = view.getUint16(at + 2);
    if (length < 2) return;
    const end = at + 2 + length;
    yield { marker, start: at, payload: bytes.subarray(at + 4, Math.min(end, bytes.length)), end };
    at = end;
  }
}

export function readJpeg(bytes: Uint8Array, draft: Draft): void {
  const profile = new Map<number, Uint8Array>();
  for (const { marker, payload } of segmentsOf(bytes)) {
    if (marker === 0xe0) readJfif(payload, draft);
    else if (marker === 0xe1) readApp1(payload, draft);
    else if (marker === 0xe2 && startsWith(payload, ICC)) collect(profile, payload);
    else if (isFrameHeader(marker)) draft.bitDepth = payload[0] ?? 8;
  }
  const icc = joinProfile(profile);
  if (icc) draft.icc = icc;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readJfif(payload: Uint8Array, draft: Draft): void {
  if (!startsWith(payload, JFIF) || payload.length < 12) return;
  const density = viewOf(payload).getUint16(8);
  const unit = payload[7];
  const dpi = unit === 1 ? plausibleDpi(density) : unit === 2 ? plausibleDpi(density * 2.54) : undefined;
  if (dpi) draft.dpi = dpi;
}

function readApp1(payload: Uint8Array, draft: Draft): void {
  if (startsWith(payload, EXIF)) {
    const exif = stripExifPrefix(payload);
    if (exif && !draft.exif) draft.exif = exif;
  } else if (startsWith(payload, XMP) && !draft.xmp) {
    draft.xmp = payload.slice(XMP.length);
  }
}

/** ICC.1 annex B.4: chunks are numbered from 1, and each contains the total. */
function collect(profile: Map<number, Uint8Array>, payload: Uint8Array): void {
  const number = payload[ICC.length] ?? 0;
  if (!profile.has(number)) profile.set(number, payload.subarray(ICC.length + 2));
}

function joinProfile(profile: ReadonlyMap<number, Uint8Array>): Uint8Array<ArrayBuffer> | undefined {
  if (profile.size === 0) return undefined;
  const numbers = [...profile.keys()].sort((first, second) => first - second);
  const joined = concat(numbers.map((number) => profile.get(number) ?? new Uint8Array()));
  const declared = joined.length >= 4 ? viewOf(joined).getUint32(0) : 0;
  return declared >= 128 && declared <= joined.length ? joined.slice(0, declared) : undefined;
}

/** Parts a JPEG cannot hold: Exif and XMP each fit in one segment of 64 KiB, a profile in at most 255. */
export function lossesInJpeg(metadata: ImageMetadata): readonly (keyof ImageMetadata)[] {
  const losses: (keyof ImageMetadata)[] = [];
  if (metadata.exif && metadata.exif.length + EXIF.length > MAX_PAYLOAD) losses.push('exif');
  if (metadata.xmp && metadata.xmp.length + XMP.length > MAX_PAYLOAD) losses.push('xmp');
  if (metadata.icc && metadata.icc.length > ICC_CHUNK * 255) losses.push('icc');
  return losses;
}

export function embedInJpeg(bytes: Uint8Array, metadata: ImageMetadata, dpi: number | undefined): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [];
  let jfif: Uint8Array = jfifSegment();
  let rest = 2;
  for (const segment of segmentsOf(bytes)) {
    const whole = bytes.slice(segment.start, segment.end);
    if (segment.marker === 0xe0 && startsWith(segment.payload, JFIF) && segment.payload.length >= 12) jfif = whole;
    else if (!isReplaced(segment, metadata)) kept.push(whole);
    rest = segment.end;
  }
  if (dpi !== undefined) writeDensity(jfif, dpi);
  return concat([bytes.subarray(0, 2), jfif, ...segmentsFor(metadata), ...kept, bytes.subarray(rest)]);
}

function isReplaced({ marker, payload }: Segment, metadata: ImageMetadata): boolean {
  if (marker === 0xe1) return Boolean((metadata.exif && startsWith(payload, EXIF)) || (metadata.xmp && startsWith(payload, XMP)));
  return Boolean(marker === 0xe2 && metadata.icc && startsWith(payload, ICC));
}

function segmentsFor(metadata: ImageMetadata): Uint8Array[] {
  const losses = lossesInJpeg(metadata);
  const segments: Uint8Array[] = [];
  if (metadata.exif && !losses.includes('exif')) segments.push(segmentOf(0xe1, [encodeLatin1(EXIF), metadata.exif]));
  if (metadata.xmp && !losses.includes('xmp')) segments.push(segmentOf(0xe1, [encodeLatin1(XMP), metadata.xmp]));
  if (metadata.icc && !losses.includes('icc')) segments.push(...profileSegments(metadata.icc));
  return segments;
}

function profileSegments(icc: Uint8Array): Uint8Array[] {
  const total = Math.ceil(icc.length / ICC_CHUNK);
  return Array.from({ length: total }, (_, index) => {
    const chunk = icc.subarray(index * ICC_CHUNK, (index + 1) * ICC_CHUNK);
    return segmentOf(0xe2, [encodeLatin1(ICC), Uint8Array.of(index + 1, total), chunk]);
  });
}

function segmentOf(marker: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const payload = concat(parts);
  return concat([Uint8Array.of(0xff, marker), uint16BE(payload.length + 2), payload]);
}

/** JFIF 1.02, density unknown (1:1), no thumbnail. */
function jfifSegment(): Uint8Array<ArrayBuffer> {
  return segmentOf(0xe0, [encodeLatin1(JFIF), Uint8Array.of(1, 2, 0, 0, 1, 0, 1, 0, 0)]);
}

function writeDensity(jfif: Uint8Array, dpi: number): void {
  const view = viewOf(jfif);
  const density = Math.min(65_535, Math.max(1, Math.round(dpi)));
  view.setUint8(11, 1);
  view.setUint16(12, density);
  view.setUint16(14, density);
}
