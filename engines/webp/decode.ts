import { bytesOf, type ConvertRequest, type ConvertResult, type EngineContext, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { isWebp, readWebpHeader, WEBP_FLAG, type WebpHeader } from '@bakkum/image-metadata/webp';
import { assertPixelCount, frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { type Orientation, orient } from '@bakkum/raster/orient';
import type { Frame, Raster } from '@bakkum/raster/raster';
import { type Animation, readAnimation, stillFileOf } from './animation.ts';
import { createCanvas } from './canvas.ts';
import { type Decoder, startDecoder } from './decoder.ts';

/** Decodes a WebP file to an upright still or animation. */
export async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const file = await bytesOf(request.inputs[0]);
  const header = isWebp(file) ? readWebpHeader(file) : undefined;
  if (!header) throw new ConversionError('corrupt', 'no WebP header');
  assertPixelCount(header.width, header.height);
  const extracted = await extractMetadata(file, 'webp');
  const decoder = await startDecoder(context);
  context.signal.throwIfAborted();
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const warnings: Warning[] = profileDropped ? [{ code: 'profile-converted' }] : [];
  const traits = { metadata, ...(extracted.dpi === undefined ? {} : { dpi: extracted.dpi }) };
  if (!(header.flags & WEBP_FLAG.animation)) {
    const pixels = orient(decoder(file), extracted.orientation);
    const raster = stillRaster(pixels, { ...traits, width: pixels.width, height: pixels.height, mayHaveAlpha: hasAlpha(header) });
    return { outputs: [{ content: raster }], warnings };
  }
  const animation = readAnimation(file);
  if (animation.frames.length === 0) throw new ConversionError('corrupt', 'an animation without a whole frame');
  if (animation.isCut) warnings.push({ code: 'damaged-source' });
  const raster = animationRaster(animation, header, decoder, { ...traits, orientation: extracted.orientation }, context.signal);
  return { outputs: [{ content: raster }], warnings };
}

function hasAlpha(header: WebpHeader): boolean {
  return (header.flags & WEBP_FLAG.alpha) !== 0;
}

function animationRaster(
  animation: Animation,
  header: WebpHeader,
  decoder: Decoder,
  { orientation, ...traits }: Pick<Raster, 'metadata'> & { readonly dpi?: number; readonly orientation: Orientation },
  signal: AbortSignal,
): Raster {
  return sequenceRaster({
    ...traits,
    kind: 'animation',
    frameCount: animation.frames.length,
    loopCount: animation.loopCount,
    frames: () => composedFrames(animation, header, decoder, orientation, signal),
  });
}

async function* composedFrames(
  animation: Animation,
  { width, height }: WebpHeader,
  decoder: Decoder,
  orientation: Orientation,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const canvas = createCanvas(width, height);
  for (const frame of animation.frames) {
    signal.throwIfAborted();
    const pixels = decoder(stillFileOf(frame));
    if (pixels.width !== frame.width || pixels.height !== frame.height)
      throw new ConversionError('corrupt', 'a frame of another size');
    canvas.draw(pixels.data, frame);
    yield frameOf(orient({ depth: 8, width, height, data: canvas.snapshot() }, orientation), frame.durationMs);
    if (frame.clearAfter) canvas.clear(frame);
  }
}
