import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { type PngHeader, readPngHeader } from '@bakkum/image-metadata/png-header';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { encodeStills } from '@bakkum/raster/encode';
import { orient } from '@bakkum/raster/orient';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import { decode, encode, optimise } from './codec.ts';
import { compressionOf } from './options.ts';

export const engine: Engine = {
  convert: (request, context) => (request.from === 'png' ? toRaster(request, context) : toPng(request, context)),
};

async function toRaster(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  const header = assertStill(readPngHeader(bytes));
  const extracted = await extractMetadata(bytes, 'png');
  context.signal.throwIfAborted();
  const pixels = await decode(bytes, header.bitDepth === 16 ? 16 : 8, context);
  context.signal.throwIfAborted();
  const upright = orient(pixels, extracted.orientation);
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const { width, height } = upright;
  const { dpi } = extracted;
  const raster = stillRaster(upright, {
    width,
    height,
    metadata,
    mayHaveAlpha: header.mayHaveAlpha,
    ...(dpi === undefined ? {} : { dpi }),
  });
  return { outputs: [{ content: raster }], warnings: profileDropped ? [{ code: 'profile-converted' }] : [] };
}

function assertStill(header: PngHeader | undefined): PngHeader {
  if (!header) throw new ConversionError('corrupt', 'no PNG header');
  // Decoded as a still, it would silently lose all frames but one.
  if (header.animated) throw new ConversionError('unsupported-feature', 'animated PNG');
  assertPixelCount(header.width, header.height);
  return header;
}

/** OxiPNG preset, 0 to 6: the highest whose gain on photos is worth its time. */
const OPTIMISER_LEVEL = 4;

function toPng(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const compression = compressionOf(request.options);
  return encodeStills(request, context, { depth: 16, alpha: true, mediaType: 'image/png' }, async ({ pixels, metadata, dpi }) => {
    const encoded =
      compression === 'balanced'
        ? await encodeCompactPng(pixels, { mayBeGrey: metadata.icc === undefined }, context.signal)
        : await encode(pixels, context);
    context.signal.throwIfAborted();
    // The profile is embedded first: the optimizer must see that it describes RGB and keep the image in colour.
    const whole = await embedMetadata(encoded, 'png', metadata, dpi);
    return compression === 'smallest' ? optimise(whole, OPTIMISER_LEVEL, context) : whole;
  });
}
