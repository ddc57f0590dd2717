import type { ConvertRequest, ConvertResult, Engine, EngineContext } from '@bakkum/conversion/engine';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { encodeTogether } from '@bakkum/raster/combine';
import { toDepth8 } from '@bakkum/raster/depth';
import { encodeStills, type PixelTarget } from '@bakkum/raster/encode';
import { RASTER, type Raster } from '@bakkum/raster/raster';
import { decode } from './decode.ts';
import { encodeAnimation } from './encode-animation.ts';
import { startEncoder } from './encoder.ts';

const MEDIA_TYPE = 'image/webp';
/** VP8 and VP8L store each side in 14 bits; libwebp's limit is one less. */
const MAX_SIDE = 16_383;
const TARGET: PixelTarget = { depth: 8, alpha: true, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE };

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.to === RASTER ? decode(request, context) : encode(request, context);
  },
};

function encode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  return encodeTogether(request, context, 'animation', (raster) => encodeRaster(raster, request, context));
}

async function encodeRaster(raster: Raster, request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  if (raster.kind === 'animation' && raster.frameCount > 1) return encodeAnimation(request, raster, context, TARGET, MEDIA_TYPE);
  const encoder = await startEncoder(context);
  return encodeStills(request, context, { ...TARGET, mediaType: MEDIA_TYPE }, ({ pixels, metadata }) =>
    encoder(toDepth8(pixels), request.options, (still) => embedMetadata(still, 'webp', metadata)),
  );
}
