import { ConversionError } from '@bakkum/conversion/errors';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { type Frame, MAX_PIXELS, type Pixels, RASTER, type Raster } from './raster.ts';

/** What is known about a decoded picture beside its pixels. */
type Traits = {
  readonly metadata?: ImageMetadata;
  /** Pixels per inch. */
  readonly dpi?: number;
  /** Default true: a decoder that does not know must not promise an opaque picture. */
  readonly mayHaveAlpha?: boolean;
  /** Gives back what garbage collection cannot: bitmaps, decoders. Called at most once. */
  readonly release?: () => void;
};

/** A raster of one picture. `pixels` may be read late; `bitmap` belongs to the raster and `release` must close it. */
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

/** A raster of several pictures. `loopCount` 0 plays for ever; `frames` is called once and may decode lazily. */
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

/** A frame whose pixels are in memory already. */
export function frameOf(pixels: Pixels, durationMs = 0): Frame {
  return { width: pixels.width, height: pixels.height, durationMs, pixels: async () => pixels };
}

/**
 * Call before allocating: refuses sizes no picture can have (`corrupt`) and pictures larger than `MAX_PIXELS` (`too-large`).
 */
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
