import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { crop } from '@bakkum/raster/crop';
import { toDepth8 } from '@bakkum/raster/depth';
import { createWarningLog, keptMetadata, type PixelTarget, prepareFrames } from '@bakkum/raster/encode';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { animatedFile, frameChunk } from './animation.ts';
import { type ChangedArea, changedArea } from './changed-area.ts';
import { type Encoder, startEncoder } from './encoder.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
/** A frame waiting to be written, because the next frame may extend its duration. */
type Pending = { readonly still: Uint8Array; readonly area: ChangedArea; durationMs: number };

/**
 * Encodes all frames as one animated WebP. Each frame stores only its changed area; a frame equal to the previous one only
 * extends its duration.
 */
export async function encodeAnimation(
  request: ConvertRequest,
  raster: Raster,
  context: EngineContext,
  target: PixelTarget,
  mediaType: string,
): Promise<ConvertResult> {
  const encoder = await startEncoder(context);
  const log = createWarningLog();
  const options = shareOfSize(request.options, raster.frameCount);
  const chunks: Uint8Array[] = [];
  let previous: Pixels8 | undefined;
  let pending: Pending | undefined;
  let seen = 0;
  for await (const { pixels, durationMs } of prepareFrames(raster, request.options, target, context.signal, log.warn)) {
    const frame = toDepth8(pixels);
    const area = areaToWrite(previous, frame);
    if (pending && !area) pending.durationMs += durationMs;
    else {
      if (pending) chunks.push(chunkOf(pending));
      pending = await encodeArea(frame, area, durationMs, encoder, options);
    }
    previous = frame;
    seen += 1;
    context.onProgress(Math.min(1, seen / raster.frameCount));
  }
  if (!previous || !pending) throw new ConversionError('corrupt', 'an animation without frames');
  chunks.push(chunkOf(pending));
  const file = animatedFile(chunks, { ...previous, hasAlpha: raster.mayHaveAlpha, loopCount: raster.loopCount });
  const whole = await embedMetadata(file, 'webp', keptMetadata(raster.metadata, pixelRequestOf(request.options)));
  return { outputs: [{ content: new Blob([whole], { type: mediaType }) }], warnings: log.warnings };
}

/** Frames are written in one pass, so each gets an equal share of the target size. */
function shareOfSize(options: OptionValues, frameCount: number): OptionValues {
  const { targetSize } = options;
  return typeof targetSize === 'number' ? { ...options, targetSize: targetSize / frameCount } : options;
}

function areaToWrite(previous: Pixels8 | undefined, frame: Pixels8): ChangedArea | undefined {
  if (!previous) return { x: 0, y: 0, width: frame.width, height: frame.height };
  if (previous.width !== frame.width || previous.height !== frame.height) {
    throw new ConversionError('internal', 'frames of one animation differ in size');
  }
  return changedArea(previous, frame);
}

async function encodeArea(
  frame: Pixels8,
  area: ChangedArea | undefined,
  durationMs: number,
  encoder: Encoder,
  options: OptionValues,
): Promise<Pending> {
  // The first frame always has an area; a frame without one is merged into its predecessor.
  const written = area ?? { x: 0, y: 0, width: frame.width, height: frame.height };
  const isWhole = written.width === frame.width && written.height === frame.height;
  const still = await encoder(isWhole ? frame : toDepth8(crop(frame, written)), options, async (file) => file);
  return { still, area: written, durationMs };
}

function chunkOf({ still, area, durationMs }: Pending): Uint8Array {
  return frameChunk(still, { ...area, durationMs });
}
