import { concat, encodeLatin1, textAt, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import { deflate } from '@bakkum/bytes/streams';
import { type Draft, plausibleDpi } from './draft.ts';
import { stripExifPrefix } from './exif.ts';
import type { ImageMetadata } from './metadata.ts';
import { pngChunk } from './png-chunks.ts';
import { inflateMetadata } from './zlib.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const XMP_KEYWORD = 'XML:com.adobe.xmp';
const RAW_PROFILE = 'Raw profile type ';
const INCHES_PER_METRE = 39.370_078_74;
const JPEG_XMP = 'http://ns.adobe.com/xap/1.0/\0';

type Chunk = { readonly type: string; readonly start: number; readonly data: Uint8Array; readonly end: number };

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  if (textAt(bytes, 0, 8) !== SIGNATURE) return;
  const view = viewOf(bytes);
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return;
    yield { type: textAt(bytes, at + 4, 4), start: at, data: bytes.subarray(at + 8, at + 8 + length), end };
    at = end;
  }
}

export async function readPng(bytes: Uint8Array, draft: Draft): Promise<void> {
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'IHDR') draft.bitDepth = data[8] ?? 8;
    else if (type === 'pHYs') readPhysicalSize(data, draft);
    else if (type === 'eXIf') keepExif(stripExifPrefix(data), draft);
    else if (type === 'iCCP') await readProfile(data, draft);
    else if (type === 'iTXt') await readInternationalText(data, draft);
    else if (type === 'zTXt' || type === 'tEXt') await readRawProfile(type, data, draft);
  }
}

function keepExif(exif: Uint8Array<ArrayBuffer> | undefined, draft: Draft): void {
  if (exif && !draft.exif) draft.exif = exif;
}

function readPhysicalSize(data: Uint8Array, draft: Draft): void {
  if (data.length < 9 || data[8] !== 1) return;
  const dpi = plausibleDpi(viewOf(data).getUint32(0) / INCHES_PER_METRE);
  if (dpi) draft.dpi = dpi;
}

async function readProfile(data: Uint8Array, draft: Draft): Promise<void> {
  const zero = data.indexOf(0, 0);
  if (zero < 0 || data[zero + 1] !== 0) return;
  const icc = await inflateMetadata(data.subarray(zero + 2));
  if (icc) draft.icc = icc;
}

async function readInternationalText(data: Uint8Array, draft: Draft): Promise<void> {
  const keywordEnd = data.indexOf(0, 0);
  if (keywordEnd < 0 || textAt(data, 0, keywordEnd) !== XMP_KEYWORD || draft.xmp) return;
  const compressed = data[keywordEnd + 1] === 1;
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1);
  if (translatedEnd < 0) return;
  const text = data.subarray(translatedEnd + 1);
  const xmp = compressed ? await inflateMetadata(text) : text.slice();
  if (xmp) draft.xmp = xmp;
}

/** The form written by ImageMagick and older programs: a hexadecimal dump under the keyword "Raw profile type exif". */
async function readRawProfile(type: 'zTXt' | 'tEXt', data: Uint8Array, draft: Draft): Promise<void> {
  const zero = data.indexOf(0, 0);
  const keyword = textAt(data, 0, Math.max(0, zero));
  if (zero < 0 || !keyword.startsWith(RAW_PROFILE)) return;
  const text = type === 'zTXt' ? await inflateMetadata(data.subarray(zero + 2)) : data.subarray(zero + 1);
  const profile = text && fromHexDump(text);
  if (!profile) return;
  const kind = keyword.slice(RAW_PROFILE.length).toLowerCase();
  if (kind === 'icc' || kind === 'icm') draft.icc ??= profile;
  else if (kind === 'xmp') draft.xmp ??= profile;
  else if (kind === 'exif' || kind === 'app1') {
    if (textAt(profile, 0, JPEG_XMP.length) === JPEG_XMP) draft.xmp ??= profile.slice(JPEG_XMP.length);
    else keepExif(stripExifPrefix(profile), draft);
  }
}

/** `\n<name>\n<length>\n<hexadecimal digits in lines>` */
function fromHexDump(dump: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [, length, digits] = /^\s*\S+\s+(\d+)\s+([\s\S]*)/.exec(new TextDecoder('latin1').decode(dump)) ?? [];
  const packed = digits?.replace(/[^0-9a-f]/gi, '') ?? '';
  const bytes = new Uint8Array(packed.length >> 1);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(packed.slice(index * 2, index * 2 + 2), 16);
  return bytes.length > 0 && bytes.length >= Number(length) ? bytes.slice(0, Number(length)) : undefined;
}

/** Chunks that new ones replace. A profile also replaces the two short colour descriptions. */
function replacedChunks(metadata: ImageMetadata, dpi: number | undefined): ReadonlySet<string> {
  return new Set([
    ...(metadata.icc ? ['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP'] : []),
    ...(metadata.exif ? ['eXIf'] : []),
    ...(dpi === undefined ? [] : ['pHYs']),
  ]);
}

export async function embedInPng(
  bytes: Uint8Array,
  metadata: ImageMetadata,
  dpi: number | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const replaced = replacedChunks(metadata, dpi);
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  for (const chunk of chunksOf(bytes)) {
    if (!replaced.has(chunk.type)) parts.push(bytes.subarray(chunk.start, chunk.end));
    if (chunk.type === 'IHDR') parts.push(...(await chunksFor(metadata, dpi)));
  }
  return concat(parts);
}

async function chunksFor(metadata: ImageMetadata, dpi: number | undefined): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  if (metadata.icc) chunks.push(pngChunk('iCCP', encodeLatin1('ICC profile\0\0'), await deflate(metadata.icc)));
  if (dpi !== undefined) {
    const perMetre = uint32BE(Math.max(1, Math.round(dpi * INCHES_PER_METRE)));
    chunks.push(pngChunk('pHYs', perMetre, perMetre, Uint8Array.of(1)));
  }
  if (metadata.exif) chunks.push(pngChunk('eXIf', metadata.exif));
  if (metadata.xmp) chunks.push(pngChunk('iTXt', encodeLatin1(`${XMP_KEYWORD}\0\0\0\0\0`), metadata.xmp));
  return chunks;
}
