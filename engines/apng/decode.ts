import { bytesOf, type ConvertRequest, type ConvertResult } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { readPngHeader } from '@bakkum/image-metadata/png-header';
import { assertPixelCount, frameOf, sequenceRaster } from '@bakkum/raster/construct';
import { type Orientation, orient } from '@bakkum/raster/orient';
import type { Frame } from '@bakkum/raster/raster';
import { type Apng, type ApngFrame, readApng } from './chunks.ts';
import { UPNG } from './program.ts';

type Size = { readonly width: number; readonly height: number };

/** Decodes an animated PNG to composed frames with 8 bits per sample. */
export async function decode(request: ConvertRequest, signal: AbortSignal): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  const header = readPngHeader(bytes);
  if (!header) throw new ConversionError('corrupt', 'no PNG header');
  assertPixelCount(header.width, header.height);
  const apng = readApng(bytes);
  if (apng.frames.length === 0) throw new ConversionError('corrupt', 'an animation without a whole frame');
  const extracted = await extractMetadata(bytes, 'png');
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const raster = sequenceRaster({
    kind: 'animation',
    frameCount: apng.frames.length,
    loopCount: apng.loopCount,
    metadata,
    ...(extracted.dpi === undefined ? {} : { dpi: extracted.dpi }),
    frames: () => shownFrames(apng, header, extracted.orientation, signal),
  });
  return {
    outputs: [{ content: raster }],
    warnings: [
      ...(apng.isCut ? [{ code: 'damaged-source' } as const] : []),
      ...(profileDropped ? [{ code: 'profile-converted' } as const] : []),
      ...(header.bitDepth === 16 ? [{ code: 'depth-reduced' } as const] : []),
    ],
  };
}

async function* shownFrames(
  { frames }: Apng,
  { width, height }: Size,
  orientation: Orientation,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  let canvas = new Uint8ClampedArray(width * height * 4);
  for (const [index, frame] of frames.entries()) {
    signal.throwIfAborted();
    const restored = frame.dispose === 2 ? canvas.slice() : undefined;
    draw(canvas, width, frame, pixelsOf(frame));
    const data = canvas.slice();
    yield frameOf(orient({ depth: 8, width, height, data }, orientation), frame.durationMs);
    // Nothing precedes the first frame; the specification treats "restore" as "clear" there.
    if (frame.dispose === 1 || (restored && index === 0)) draw(canvas, width, { ...frame, blends: false });
    else if (restored) canvas = restored;
  }
}

function pixelsOf({ file, width, height }: ApngFrame): Uint8Array {
  try {
    const [pixels] = UPNG.toRGBA8(UPNG.decode(file.buffer));
    if (pixels && pixels.byteLength >= width * height * 4) return new Uint8Array(pixels, 0, width * height * 4);
  } catch (thrown) {
    throw new ConversionError('corrupt', `frame: ${String(thrown)}`, { cause: thrown });
  }
  throw new ConversionError('corrupt', 'a frame without pixels');
}

/** Draws pixels onto the canvas, or clears the area if there are none. */
function draw(canvas: Uint8ClampedArray, canvasWidth: number, frame: ApngFrame, pixels?: Uint8Array): void {
  const rowBytes = frame.width * 4;
  for (let row = 0; row < frame.height; row += 1) {
    const at = ((frame.y + row) * canvasWidth + frame.x) * 4;
    const target = canvas.subarray(at, at + rowBytes);
    const source = pixels?.subarray(row * rowBytes, (row + 1) * rowBytes);
    if (!source) target.fill(0);
    else if (frame.blends) blend(source, target);
    else target.set(source);
  }
}

/** Blends straight-alpha pixels over straight-alpha pixels. */
function blend(source: Uint8Array, target: Uint8ClampedArray): void {
  for (let at = 0; at < source.length; at += 4) {
    const over = source[at + 3] ?? 0;
    if (over === 0) continue;
    const under = ((target[at + 3] ?? 0) * (255 - over)) / 255;
    const alpha = over + under;
    for (let channel = at; channel < at + 3; channel += 1) {
      target[channel] = ((source[channel] ?? 0) * over + (target[channel] ?? 0) * under) / alpha;
    }
    target[at + 3] = alpha;
  }
}
