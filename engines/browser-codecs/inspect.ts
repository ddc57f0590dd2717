import { viewOf } from '@bakkum/bytes/bytes';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type ExtractableFormat, type ExtractedMetadata, extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { readHeifFacts } from '@bakkum/image-metadata/heif/heif';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { readJxlHeader } from '@bakkum/image-metadata/jxl-codestream';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { readPngHeader } from '@bakkum/image-metadata/png-header';
import { readWebpHeader, WEBP_FLAG } from '@bakkum/image-metadata/webp';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Orientation } from '@bakkum/raster/orient';

/** Formats this engine reads, with their media types in browsers. */
export const MEDIA_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  apng: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  avif: 'image/avif',
  jxl: 'image/jxl',
} as const;

export type ReadableFormat = keyof typeof MEDIA_TYPES;

/** Facts from the file's headers and how to decode it in the browser. */
export type Inspection = {
  readonly mayHaveAlpha: boolean;
  readonly animated: boolean;
  /** True: samples as stored in the file. False: the browser converts them to sRGB. */
  readonly keepSamples: boolean;
  readonly orientation: Orientation;
  /** Excludes orientation; includes a profile only if the samples are kept and it describes them. */
  readonly metadata: ImageMetadata;
  readonly dpi?: number;
  readonly warnings: readonly Warning[];
};

type HeaderFacts = {
  readonly mayHaveAlpha: boolean;
  readonly animated: boolean;
  /** Colours are described without a profile, in a form only the decoder understands. */
  readonly coded?: boolean;
  readonly warnings?: readonly Warning[];
};

/** Throws `corrupt` if the header is missing, `unsupported-feature` if the browser would lose information. */
export async function inspect(bytes: Uint8Array, format: ReadableFormat): Promise<Inspection> {
  const header = HEADERS[format](bytes);
  const extracted = await extractFrom(bytes, format);
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const keepSamples = !profileDropped && (metadata.icc !== undefined || header.coded !== true);
  return {
    mayHaveAlpha: header.mayHaveAlpha,
    animated: header.animated,
    keepSamples,
    orientation: extracted.orientation,
    metadata,
    ...(extracted.dpi === undefined ? {} : { dpi: extracted.dpi }),
    warnings: [...(header.warnings ?? []), ...(profileDropped ? [{ code: 'profile-converted' } as const] : [])],
  };
}

const METADATA_FORMATS: Readonly<Record<ReadableFormat, ExtractableFormat | undefined>> = {
  jpeg: 'jpeg',
  png: 'png',
  apng: 'png',
  webp: 'webp',
  gif: 'gif',
  bmp: undefined,
  avif: 'avif',
  jxl: 'jxl',
};

async function extractFrom(bytes: Uint8Array, format: ReadableFormat): Promise<ExtractedMetadata> {
  const known = METADATA_FORMATS[format];
  return known ? extractMetadata(bytes, known) : { orientation: 1 };
}

const HEADERS: Readonly<Record<ReadableFormat, (bytes: Uint8Array) => HeaderFacts>> = {
  jpeg: jpegFacts,
  png: (bytes) => pngFacts(bytes, false),
  apng: (bytes) => pngFacts(bytes, true),
  webp: webpFacts,
  gif: () => ({ mayHaveAlpha: true, animated: true }),
  bmp: bmpFacts,
  avif: avifFacts,
  jxl: jxlFacts,
};

const DAMAGED: readonly Warning[] = [{ code: 'damaged-source' }];
const REDUCED: readonly Warning[] = [{ code: 'depth-reduced' }];
const CONVERTED: readonly Warning[] = [{ code: 'profile-converted' }];

function jpegFacts(bytes: Uint8Array): HeaderFacts {
  const frame = readJpegFrame(bytes);
  if (!frame) throw new ConversionError('corrupt', 'no JPEG frame header');
  if (frame.precision !== 8 || frame.lossless || frame.arithmetic)
    throw new ConversionError('unsupported-feature', 'not a baseline or progressive JPEG');
  if (frame.height > 0) assertPixelCount(frame.width, frame.height);
  return { mayHaveAlpha: false, animated: false, warnings: frame.complete ? [] : DAMAGED };
}

function pngFacts(bytes: Uint8Array, animated: boolean): HeaderFacts {
  const header = readPngHeader(bytes);
  if (!header) throw new ConversionError('corrupt', 'no PNG header');
  assertPixelCount(header.width, header.height);
  if (header.animated !== animated)
    throw new ConversionError('unsupported-feature', animated ? 'a still PNG' : 'an animated PNG');
  // Browsers return 8 bits per sample; that is enough for animations, which are only displayed.
  if (header.bitDepth === 16 && !animated) throw new ConversionError('unsupported-feature', '16 bits a sample');
  const warnings = [...(header.complete ? [] : DAMAGED), ...(header.bitDepth === 16 ? REDUCED : [])];
  return { mayHaveAlpha: header.mayHaveAlpha, animated, coded: header.hasCicp, warnings };
}

function webpFacts(bytes: Uint8Array): HeaderFacts {
  const header = readWebpHeader(bytes);
  if (!header) throw new ConversionError('corrupt', 'no WebP header');
  assertPixelCount(header.width, header.height);
  return { mayHaveAlpha: (header.flags & WEBP_FLAG.alpha) !== 0, animated: (header.flags & WEBP_FLAG.animation) !== 0 };
}

/** Offsets and values of the bit count and compression in a BITMAPINFOHEADER and its successors. */
const BMP = { headerSize: 14, bitCount: 28, compression: 30, infoHeader: 40, uncompressed: 0 } as const;

function bmpFacts(bytes: Uint8Array): HeaderFacts {
  if (bytes.length < BMP.headerSize + 12 || bytes[0] !== 0x42 || bytes[1] !== 0x4d)
    throw new ConversionError('corrupt', 'no BMP header');
  const view = viewOf(bytes);
  const isOld = view.getUint32(BMP.headerSize, true) < BMP.infoHeader || bytes.length < BMP.headerSize + BMP.infoHeader;
  const isPlain =
    !isOld && view.getUint16(BMP.bitCount, true) <= 24 && view.getUint32(BMP.compression, true) === BMP.uncompressed;
  return { mayHaveAlpha: !isOld && !isPlain, animated: false };
}

function avifFacts(bytes: Uint8Array): HeaderFacts {
  const facts = readHeifFacts(bytes);
  if (!facts) throw new ConversionError('corrupt', 'no picture described in the AVIF file');
  assertPixelCount(facts.width, facts.height);
  const warnings = [...((facts.bitDepth ?? 8) > 8 ? REDUCED : []), ...(isLikeSrgb(facts.nclx) ? [] : CONVERTED)];
  const animated = facts.sequenceLength > 1;
  // Chromium expands the alpha plane as if it had limited video range, which is off by up to 20 levels. For animations that is
  // acceptable.
  if (facts.hasAlpha && !animated) throw new ConversionError('unsupported-feature', 'an AVIF with alpha');
  return { mayHaveAlpha: animated, animated, coded: true, warnings };
}

/** ISO/IEC 23091-2: BT.709 or unspecified primaries; BT.709, BT.601, sRGB or unspecified transfer. */
function isLikeSrgb(nclx: { readonly primaries: number; readonly transfer: number } | undefined): boolean {
  return !nclx || ([1, 2].includes(nclx.primaries) && [1, 2, 6, 13].includes(nclx.transfer));
}

function jxlFacts(bytes: Uint8Array): HeaderFacts {
  const header = readJxlHeader(bytes);
  if (!header) throw new ConversionError('corrupt', 'no JPEG XL codestream');
  assertPixelCount(header.width, header.height);
  return { mayHaveAlpha: true, animated: header.isAnimation, coded: true, warnings: header.bitDepth > 8 ? REDUCED : [] };
}
