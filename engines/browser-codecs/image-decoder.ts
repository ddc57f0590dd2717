import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { orient } from '@bakkum/raster/orient';
import type { Frame, Raster } from '@bakkum/raster/raster';
import { rasterTraits, type Source } from './source.ts';
import { isOpaque, readVideoFrame, uprightSize } from './video-frame.ts';

/** Decodes an image with exact translucent colours. */
export async function readStill(source: Source): Promise<Raster> {
  const decoder = await openDecoder(source);
  try {
    const { image } = await decoder.decode();
    return await stillOf(source, image);
  } finally {
    decoder.close();
  }
}

/** Opens an animation: the browser decodes and composes frames one at a time, on demand. */
export async function openSequence(source: Source): Promise<Raster> {
  const decoder = await openDecoder(source);
  const track = decoder.tracks.selectedTrack;
  if (!track || track.frameCount < 1) {
    decoder.close();
    throw new ConversionError('corrupt', 'no frame inside');
  }
  if (track.frameCount === 1) {
    const { image } = await decoder.decode();
    decoder.close();
    return stillOf(source, image);
  }
  const { frameCount, repetitionCount } = track;
  return sequenceRaster({
    ...rasterTraits(source.facts),
    kind: 'animation',
    frameCount,
    // The browser counts repetitions after the first play; a raster counts plays.
    loopCount: Number.isFinite(repetitionCount) ? repetitionCount + 1 : 0,
    frames: () => framesOf(decoder, frameCount),
    release: () => decoder.close(),
  });
}

async function openDecoder({ bytes, mediaType, facts }: Source): Promise<ImageDecoder> {
  const decoder = new ImageDecoder({
    data: bytes,
    type: mediaType,
    colorSpaceConversion: facts.keepSamples ? 'none' : 'default',
    preferAnimation: facts.animated,
  });
  await decoder.tracks.ready;
  await decoder.completed;
  return decoder;
}

async function stillOf({ facts }: Source, image: VideoFrame): Promise<Raster> {
  try {
    const size = uprightSize(image);
    assertPixelCount(size.width, size.height);
    const pixels = orient(await readVideoFrame(image), facts.orientation);
    const mayHaveAlpha = facts.mayHaveAlpha && !isOpaque(image);
    return stillRaster(pixels, { ...rasterTraits(facts), mayHaveAlpha, width: pixels.width, height: pixels.height });
  } finally {
    image.close();
  }
}

async function* framesOf(decoder: ImageDecoder, frameCount: number): AsyncGenerator<Frame> {
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const image = await decodeFrame(decoder, frameIndex);
    try {
      const { width, height } = uprightSize(image);
      assertPixelCount(width, height);
      const durationMs = (image.duration ?? 0) / 1000; // the browser uses microseconds
      yield { width, height, durationMs, pixels: () => readVideoFrame(image) };
    } finally {
      image.close();
    }
  }
}

async function decodeFrame(decoder: ImageDecoder, frameIndex: number): Promise<VideoFrame> {
  try {
    return (await decoder.decode({ frameIndex })).image;
  } catch (cause) {
    throw new ConversionError('corrupt', `frame ${frameIndex + 1} did not decode`, { cause });
  }
}
