import { ConversionError } from '@bakkum/conversion/errors';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { type Frame, MAX_PIXELS, type Pixels, RASTER, type Raster } from './raster.ts';

/** Properties of a decoded image in addition to its pixels. */
type Traits = {
  readonly metadata?: ImageMetadata;
  /** Pixels per inch. */
  readonly dpi?: number;
  /** Default true: a decoder that does not know must not claim that an image is opaque. */
  readonly mayHaveAlpha?: boolean;
  /** Releases resources that garbage collection does not: bitmaps, decoders. Called at most once. */
  readonly release?: () => void;
};

/** Creates a raster of one image. `pixels` may be read late; `bitmap` belongs to the raster, and `release` must close it. */
export function stillRaster(
  pixels: Pixels | (() => Promise<Pixels>),
  info: Traits & { readonly width: number; readonly height: number; readonly bitmap?: ImageBitmap },
): Raster {
  const frame: Frame = {
    width: info.width,
    height: info.height,
    durationMs: 0,
    pixels: typeof pixels === 'function' ? pixels : async () => pixels,
    ...(info.bitmap ? { bitmap: info.bitmap } : {}),
  };
  return {
    ...traitsOf(info),
    kind: 'still',
    frameCount: 1,
    loopCount: 0,
    async *frames() {
      yield frame;
    },
  };
}

/** Creates a raster of several images. `loopCount` 0 loops forever; `frames` is called once and may decode lazily. */
export function sequenceRaster(
  input: Traits & {
    readonly kind: 'animation' | 'pages' | 'sizes';
    readonly frameCount: number;
    readonly loopCount?: number;
    readonly frames: () => AsyncIterable<Frame>;
  },
): Raster {
  return {
    ...traitsOf(input),
    kind: input.kind,
    frameCount: input.frameCount,
    loopCount: input.loopCount ?? 0,
    frames: input.frames,
  };
}

/** Creates a frame whose pixels are already in memory. */
export function frameOf(pixels: Pixels, durationMs = 0): Frame {
  return { width: pixels.width, height: pixels.height, durationMs, pixels: async () => pixels };
}

/** Refuses impossible sizes (`corrupt`) and images larger than `MAX_PIXELS` (`too-large`). Call it before allocating. */
export function assertPixelCount(width: number, height: number): void {
  if (!isDimension(width) || !isDimension(height)) throw new ConversionError('corrupt', `impossible size ${width}x${height}`);
  if (width * height > MAX_PIXELS) throw new ConversionError('too-large', `${width}x${height} is over ${MAX_PIXELS} pixels`);
}

function isDimension(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function traitsOf(traits: Traits): Pick<Raster, 'interchange' | 'mayHaveAlpha' | 'metadata' | 'dpi' | 'release'> {
  let released = false;
  return {
    interchange: RASTER,
    mayHaveAlpha: traits.mayHaveAlpha ?? true,
    metadata: traits.metadata ?? {},
    ...(traits.dpi === undefined ? {} : { dpi: traits.dpi }),
    release() {
      if (released) return;
      released = true;
      traits.release?.();
    },
  };
}
