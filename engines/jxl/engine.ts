import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { metadataKindsInJxl } from '@bakkum/image-metadata/jxl';
import { readJxlHeader } from '@bakkum/image-metadata/jxl-codestream';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { toDepth8 } from '@bakkum/raster/depth';
import { encodeStills, type Still } from '@bakkum/raster/encode';
import { convertToSrgb } from '@bakkum/raster/icc-to-srgb';
import { qualityOf } from '@bakkum/raster/pixel-options';
import { type Pixels, RASTER } from '@bakkum/raster/raster';
import { encodeToSize } from '@bakkum/raster/target-size';
import { decodeJxl, startJxlEncoder } from './codec.ts';
import { wantsLossless } from './options.ts';

const TARGET = { depth: 8, alpha: true, mediaType: 'image/jxl' } as const;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.to === RASTER ? decode(request, context) : encode(request, context);
  },
};

async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const file = await bytesOf(request.inputs[0]);
  const header = readJxlHeader(file);
  if (!header) throw new ConversionError('corrupt', 'no JPEG XL header');
  assertPixelCount(header.width, header.height);
  const { metadata } = uprightMetadata(await extractMetadata(file, 'jxl'));
  const pixels = await decodeJxl(file, context);
  const warnings: Warning[] = [
    ...([...metadataKindsInJxl(file)].some((kind) => !metadata[kind]) ? [{ code: 'metadata-dropped' } as const] : []),
    ...(header.bitDepth > 8 ? [{ code: 'depth-reduced' } as const] : []),
    ...(header.isSrgb === false ? [{ code: 'profile-converted' } as const] : []),
    ...(header.isAnimation ? [{ code: 'animation-flattened' } as const] : []),
  ];
  const raster = stillRaster(pixels, { width: pixels.width, height: pixels.height, metadata });
  return { outputs: [{ content: raster }], warnings };
}

async function encode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const encoder = await startJxlEncoder(context);
  return encodeStills(request, context, TARGET, async (still) => {
    const pixels = toDepth8(still.pixels);
    toSrgb(pixels, still);
    const { icc: _, ...metadata } = still.metadata;
    if (wantsLossless(request.options)) return embedMetadata(encoder(pixels, 'lossless'), 'jxl', metadata);
    return encodeToSize(request.options, qualityOf(request.options), async (quality) =>
      embedMetadata(encoder(pixels, quality), 'jxl', metadata),
    );
  });
}

/** Converts to sRGB: a profile is part of the codestream, and this encoder always declares sRGB. */
function toSrgb(pixels: Pixels, { metadata, warn }: Pick<Still, 'metadata' | 'warn'>): void {
  if (!metadata.icc) return;
  const converted = convertToSrgb(pixels, metadata.icc);
  if (!converted) warn({ code: 'metadata-dropped' });
  else if (converted.changed) warn({ code: 'profile-converted' });
}
