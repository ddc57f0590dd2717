import {
  type ConvertRequest,
  type ConvertResult,
  type EngineContext,
  eachInput,
  inputCount,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { assertPixelCount, frameOf, sequenceRaster } from './construct.ts';
import { toDepth8 } from './depth.ts';
import { createWarningLog } from './encode.ts';
import { convertToSrgb } from './icc-to-srgb.ts';
import { type Frame, type Pixels, type Raster, rasterOf } from './raster.ts';
import { rescale, scalingFor } from './resize.ts';

/** Display time of each still image in an animation, in seconds. */
export const FRAME_SECONDS_OPTION: OptionsSchema = {
  frameSeconds: { kind: 'number', min: 0.02, max: 60, step: 0.01, unit: 's', default: 1, combined: 'only' },
};

/** Largest width or height of an animation, in pixels; larger ones do not play smoothly anywhere. */
const MAX_ANIMATED_SIDE = 1920;

type Encode = (raster: Raster, isCombined: boolean) => Promise<ConvertResult>;
type Warn = (warning: Warning) => void;

/**
 * Encodes all inputs: a single raster unchanged, or several as the frames of one animation or the pages of one file. They are
 * decoded one at a time, as the encoder requests them.
 */
export async function encodeTogether(
  request: ConvertRequest,
  { signal }: Pick<EngineContext, 'signal'>,
  kind: 'animation' | 'pages',
  encode: Encode,
): Promise<ConvertResult> {
  if (inputCount(request) === 1) return encode(rasterOf(request.inputs[0]), false);
  const log = createWarningLog();
  const frames = kind === 'pages' ? pagesOf(request, log.warn) : animationOf(request, signal, log.warn);
  const raster = sequenceRaster({ kind, frameCount: inputCount(request), frames: () => frames });
  const { outputs, warnings } = await encode(raster, true);
  for (const warning of warnings) log.warn(warning);
  return { outputs, warnings: log.warnings };
}

/** Yields every page of multi-page inputs, the largest image of an icon, and the first frame of an animation. */
async function* pagesOf(request: ConvertRequest, warn: Warn): AsyncGenerator<Frame> {
  for await (const input of eachInput(request)) {
    const raster = rasterOf(input);
    if (raster.kind === 'animation' && raster.frameCount > 1)
      warn({ code: 'animation-flattened', params: { count: raster.frameCount } });
    for await (const frame of raster.frames()) {
      yield await inSrgb(frame, raster, warn);
      if (raster.kind !== 'pages') break;
    }
  }
}

/** Uses the size of the first image; the others are fitted into it with transparent borders. */
async function* animationOf(request: ConvertRequest, signal: AbortSignal, warn: Warn): AsyncGenerator<Frame> {
  const stillMs = stillMillisecondsOf(request.options);
  let canvas: Size | undefined;
  for await (const input of eachInput(request)) {
    const raster = rasterOf(input);
    for await (const frame of raster.frames()) {
      signal.throwIfAborted();
      canvas ??= canvasFor(frame, warn);
      const pixels = await (await inSrgb(frame, raster, warn)).pixels();
      yield frameOf(await onCanvas(toDepth8(pixels), canvas, signal), frame.durationMs > 0 ? frame.durationMs : stillMs);
      if (raster.kind === 'sizes') break;
    }
  }
  if (!canvas) throw new ConversionError('corrupt', 'no picture inside');
}

function stillMillisecondsOf({ frameSeconds }: OptionValues): number {
  return typeof frameSeconds === 'number' ? frameSeconds * 1000 : 1000;
}

type Size = { readonly width: number; readonly height: number };

function canvasFor(frame: Size, warn: Warn): Size {
  const most = { width: MAX_ANIMATED_SIDE, height: MAX_ANIMATED_SIDE, fit: 'contain' } as const;
  const isLarge = Math.max(frame.width, frame.height) > MAX_ANIMATED_SIDE;
  const { width, height } = (isLarge && scalingFor(frame, most)) || frame;
  if (isLarge) warn({ code: 'resized-to-fit', params: { width, height } });
  return { width, height };
}

/** Converts to sRGB, as images with different profiles cannot share one file. */
async function inSrgb(frame: Frame, { metadata }: Raster, warn: Warn): Promise<Frame> {
  const { icc, exif, xmp } = metadata;
  if (exif || xmp) warn({ code: 'metadata-dropped' });
  if (!icc) return frame;
  const pixels = await frame.pixels();
  const converted = convertToSrgb(pixels, icc);
  if (converted?.changed) warn({ code: 'profile-converted' });
  if (!converted) warn({ code: 'metadata-dropped' });
  return frameOf(pixels, frame.durationMs);
}

async function onCanvas(pixels: Pixels, { width, height }: Size, signal: AbortSignal): Promise<Pixels> {
  const scaling = scalingFor(pixels, { width, height, fit: 'contain' });
  const fitted = scaling ? toDepth8(await rescale(pixels, scaling, signal)) : toDepth8(pixels);
  if (fitted.width === width && fitted.height === height) return fitted;
  assertPixelCount(width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  const [left, top] = [Math.floor((width - fitted.width) / 2), Math.floor((height - fitted.height) / 2)];
  for (let row = 0; row < fitted.height; row += 1) {
    const from = row * fitted.width * 4;
    data.set(fitted.data.subarray(from, from + fitted.width * 4), ((top + row) * width + left) * 4);
  }
  return { depth: 8, width, height, data };
}
