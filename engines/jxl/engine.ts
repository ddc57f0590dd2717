import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { metadataKindsInJxl } from '@bakkum/image-metadata/jxl';
import { readJxlHeader } from '@bakkum/image-metadata/jxl-codestream';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { encodeJxl } from '@bakkum/raster/encoders/jxl';
import { RASTER } from '@bakkum/raster/raster';
import { decodeJxl, startJxlEncoder } from './codec.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.to === RASTER) return decode(request, context);
    return encodeJxl(request, context, await startJxlEncoder(context));
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
