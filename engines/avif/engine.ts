import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { embedMetadata, metadataLosses } from '@bakkum/image-metadata/embed';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { readHeifFacts } from '@bakkum/image-metadata/heif/heif';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { encodeStills } from '@bakkum/raster/encode';
import { orient } from '@bakkum/raster/orient';
import { RASTER } from '@bakkum/raster/raster';
import { encodeToSize } from '@bakkum/raster/target-size';
import { decodeAvif, startAvifEncoder } from './codec.ts';
import { avifQualityOf, speedOf } from './options.ts';

/** AV1 sequence headers store each side in 16 bits. */
const MAX_SIDE = 65_535;
const TARGET = { depth: 16, alpha: true, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE, mediaType: 'image/avif' } as const;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.to === RASTER ? decode(request, context) : encode(request, context);
  },
};

async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const file = await bytesOf(request.inputs[0]);
  const facts = readHeifFacts(file);
  if (!facts) throw new ConversionError('corrupt', 'no picture is described');
  assertPixelCount(facts.width, facts.height);
  const extracted = await extractMetadata(file, 'avif');
  const depth = (facts.bitDepth ?? 8) > 8 ? 16 : 8;
  const pixels = orient(await decodeAvif(file, depth, context), facts.orientation);
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const warnings: Warning[] = profileDropped ? [{ code: 'profile-converted' }] : [];
  // Frames of a sequence depend on each other, and the decoder reads only the first.
  if (facts.sequenceLength > 1) warnings.push({ code: 'animation-flattened', params: { count: facts.sequenceLength } });
  const mayHaveAlpha = facts.hasAlpha || facts.sequenceLength > 0;
  const dpi = extracted.dpi === undefined ? {} : { dpi: extracted.dpi };
  const raster = stillRaster(pixels, { width: pixels.width, height: pixels.height, metadata, mayHaveAlpha, ...dpi });
  return { outputs: [{ content: raster }], warnings };
}

async function encode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const encoder = await startAvifEncoder(speedOf(request.options), context);
  return encodeStills(request, context, TARGET, ({ pixels, metadata, warn }) =>
    encodeToSize(request.options, avifQualityOf(request.options), async (quality) => {
      const file = encoder(pixels, quality);
      if (metadataLosses(file, 'avif', metadata).length > 0) warn({ code: 'metadata-dropped' });
      return embedMetadata(file, 'avif', metadata);
    }),
  );
}
