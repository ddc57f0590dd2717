import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { stillRaster } from '@bakkum/raster/construct';
import { createWarningLog, encodeStills } from '@bakkum/raster/encode';
import { decodePixels } from './decode.ts';
import { encodeBmp } from './encode.ts';
import { type Header, readHeader } from './header.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.to === 'bmp' ? toBmp(request, context) : toRaster(request, context);
  },
};

async function toRaster(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
  context.signal.throwIfAborted();
  const header = headerOf(bytes);
  const { pixels, mayHaveAlpha, isDamaged } = await decodePixels(bytes, header, context);
  const { warnings, warn } = createWarningLog();
  if (isDamaged) warn({ code: 'damaged-source' });
  if (header.masks?.some((mask) => mask.bits > 8)) warn({ code: 'depth-reduced' });
  const { width, height, dpi, icc } = header;
  const raster = stillRaster(pixels, {
    width,
    height,
    mayHaveAlpha,
    metadata: icc ? { icc } : {},
    ...(dpi === undefined ? {} : { dpi }),
  });
  return { outputs: [{ content: raster }], warnings };
}

function headerOf(bytes: Uint8Array<ArrayBuffer>): Header {
  try {
    return readHeader(bytes);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ConversionError('corrupt', 'ends within its header', { cause: thrown });
    throw thrown;
  }
}

function toBmp(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  return encodeStills(request, context, { depth: 8, alpha: true, mediaType: 'image/bmp' }, (still) => {
    if (still.metadata.exif || still.metadata.xmp) still.warn({ code: 'metadata-dropped' });
    return encodeBmp(still, context.signal);
  });
}
