import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { toDepth8 } from '../depth.ts';
import { encodeStills, type Still } from '../encode.ts';
import { convertToSrgb } from '../icc-to-srgb.ts';
import { qualityOf } from '../pixel-options.ts';
import type { Pixels } from '../raster.ts';
import { encodeToSize } from '../target-size.ts';
import { wantsLossless } from './jxl-options.ts';

const TARGET = { depth: 8, alpha: true, mediaType: 'image/jxl' } as const;

/** Encodes sRGB as a bare codestream. Quality 0 to 1, or `lossless`. */
export type JxlEncoder = (
  pixels: Extract<Pixels, { depth: 8 }>,
  quality: number | 'lossless',
) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/** Implements the conversion from raster to JPEG XL over an encoder: colours, quality, target size and metadata. */
export async function encodeJxl(request: ConvertRequest, context: EngineContext, encoder: JxlEncoder): Promise<ConvertResult> {
  return encodeStills(request, context, TARGET, (still) => encodeStill(still, request.options, encoder));
}

async function encodeStill(still: Still, options: OptionValues, encoder: JxlEncoder): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = toDepth8(still.pixels);
  toSrgb(pixels, still);
  const { icc: _, ...metadata } = still.metadata;
  if (wantsLossless(options)) return embedMetadata(await encoder(pixels, 'lossless'), 'jxl', metadata);
  return encodeToSize(options, qualityOf(options), async (quality) =>
    embedMetadata(await encoder(pixels, quality), 'jxl', metadata),
  );
}

/** Converts to sRGB: a profile is part of the codestream, and these encoders always declare sRGB. */
function toSrgb(pixels: Pixels, { metadata, warn }: Pick<Still, 'metadata' | 'warn'>): void {
  if (!metadata.icc) return;
  const converted = convertToSrgb(pixels, metadata.icc);
  if (!converted) warn({ code: 'metadata-dropped' });
  else if (converted.changed) warn({ code: 'profile-converted' });
}
