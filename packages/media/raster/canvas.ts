import { ConversionError } from '@bakkum/conversion/errors';
import { toDepth8 } from './depth.ts';
import type { Pixels } from './raster.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/**
 * Creates a canvas in the worker's memory: each canvas is read or encoded once, so a round trip through the GPU would only cost
 * time.
 */
export function createCanvas(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new ConversionError('too-large', `no canvas of ${width}x${height}`);
  return { canvas, context };
}

/** Frees the pixels immediately instead of waiting for garbage collection. */
export function discard(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}

export function readBitmap(bitmap: ImageBitmap): Pixels8 {
  const { width, height } = bitmap;
  const { canvas, context } = createCanvas(width, height);
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  discard(canvas);
  if (!(data instanceof Uint8ClampedArray)) throw new TypeError('a canvas of 8-bit samples answered others');
  return { depth: 8, width, height, data };
}

const SAMPLE_SIDE = 64;

/** Whether a bitmap is probably grey: a reduced copy of it is. */
export function looksGrey(bitmap: ImageBitmap): boolean {
  const { canvas, context } = createCanvas(SAMPLE_SIDE, SAMPLE_SIDE);
  context.drawImage(bitmap, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  const { data } = context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  discard(canvas);
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

/** Encodes the output of `paint`, repeatedly if needed, at different qualities. */
export type CanvasEncoder = { encode(quality: number): Promise<Blob>; discard(): void };

/** @param mediaType browsers silently fall back to PNG for types they cannot write; that is refused as `unsupported-feature` */
export function encoderFor(picture: ImageBitmap | Pixels, mediaType: string): CanvasEncoder {
  const { canvas, context } = createCanvas(picture.width, picture.height);
  if (picture instanceof ImageBitmap) context.drawImage(picture, 0, 0);
  else context.putImageData(new ImageData(toDepth8(picture).data, picture.width, picture.height), 0, 0);
  return {
    async encode(quality) {
      const blob = await canvas.convertToBlob({ type: mediaType, quality });
      if (blob.type !== mediaType)
        throw new ConversionError('unsupported-feature', `this browser writes ${blob.type} for ${mediaType}`);
      return blob;
    },
    discard: () => discard(canvas),
  };
}

let exact: Promise<boolean> | undefined;

/**
 * Whether a canvas returns opaque pixels as they were written. Browsers that resist fingerprinting add noise to what a canvas
 * returns, and some environments have no canvas in workers.
 */
export function isCanvasExact(): Promise<boolean> {
  exact ??= checkCanvas();
  return exact;
}

const CHECK_SIDE = 32;

async function checkCanvas(): Promise<boolean> {
  if (typeof OffscreenCanvas === 'undefined') return false;
  const written = Uint8ClampedArray.from({ length: CHECK_SIDE * CHECK_SIDE * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (at * 37) >> 3,
  );
  const encoder = encoderFor({ depth: 8, width: CHECK_SIDE, height: CHECK_SIDE, data: written }, 'image/png');
  const bitmap = await createImageBitmap(await encoder.encode(1));
  encoder.discard();
  const { data } = readBitmap(bitmap);
  bitmap.close();
  return data.every((sample, at) => sample === (written[at] ?? -1));
}
