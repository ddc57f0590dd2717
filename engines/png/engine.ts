import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { type PngHeader, readPngHeader } from '@bakkum/image-metadata/png-header';
import { encoderFor, isCanvasExact, looksGrey, readBitmap } from '@bakkum/raster/canvas';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { type BitmapStill, encodeStills, type Still } from '@bakkum/raster/encode';
import { colorLimitOf, compressionOf } from '@bakkum/raster/encoders/png-options';
import { orient } from '@bakkum/raster/orient';
import { channelsNeeded, encodeCompactPng } from '@bakkum/raster/png-file';
import { rasterOf } from '@bakkum/raster/raster';
import { reduceColors } from '@bakkum/raster/reduce-colors';
import { decode, encode, optimise } from './codec.ts';

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
/** The lowest preset that stores a palette. */
const PALETTE_LEVEL = 1;

async function toPng(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const compression = compressionOf(request.options);
  const colorLimit = colorLimitOf(request.options);
  const inCanvas = colorLimit === undefined && compression === 'balanced' && (await isCanvasExact());
  const finish = async (encoded: Uint8Array<ArrayBuffer>, { metadata, dpi }: Still | BitmapStill) => {
    context.signal.throwIfAborted();
    // The profile is embedded first: the optimizer must see that it describes RGB and keep the image in colour.
    const whole = await embedMetadata(encoded, 'png', metadata, dpi);
    if (compression === 'smallest') return optimise(whole, OPTIMISER_LEVEL, context);
    return colorLimit === undefined ? whole : optimise(whole, PALETTE_LEVEL, context);
  };
  const encodeStill = async (still: Still) => {
    if (colorLimit !== undefined && still.pixels.depth === 8) await reduceColors(still.pixels, colorLimit, context.signal);
    if (compression !== 'balanced' || colorLimit !== undefined) return finish(await encode(still.pixels, context), still);
    const mayBeGrey = still.metadata.icc === undefined;
    const drawn = inCanvas && still.pixels.depth === 8 && channelsNeeded(still.pixels, mayBeGrey) === 3;
    const encoded = drawn
      ? await encodeInCanvas(still.pixels)
      : await encodeCompactPng(still.pixels, { mayBeGrey }, context.signal);
    return finish(encoded, still);
  };
  const encodeBitmap = async (still: BitmapStill) =>
    looksGrey(still.bitmap)
      ? encodeStill({ ...still, pixels: readBitmap(still.bitmap) })
      : finish(await encodeInCanvas(still.bitmap), still);
  const target = { depth: colorLimit === undefined ? 16 : 8, alpha: true, mediaType: 'image/png' } as const;
  // A canvas stores premultiplied alpha, which rounds translucent colours.
  const mayDrawBitmap = inCanvas && !rasterOf(request.inputs[0]).mayHaveAlpha;
  return encodeStills(request, context, target, encodeStill, mayDrawBitmap ? encodeBitmap : undefined);
}

/** The browser's encoder is much faster than ours, for a file of similar size. */
async function encodeInCanvas(picture: ImageBitmap | Still['pixels']): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = encoderFor(picture, 'image/png');
  try {
    return new Uint8Array(await (await encoder.encode(1)).arrayBuffer());
  } finally {
    encoder.discard();
  }
}
