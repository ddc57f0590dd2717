import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';

export type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** One picture inside an icon file; its header is read, its pixels are not. */
export type Entry = {
  readonly width: number;
  readonly height: number;
  /** Bits a pixel: of several entries of one size the deepest is the picture, the others are for old screens. */
  readonly depth: number;
  /** Throws `corrupt` or `unsupported-feature`. */
  decode(context: EngineContext): Pixels8 | Promise<Pixels8>;
};

/** What a file holds. `failures` are parts that cannot be read; the rest may still be. */
export type Listing = {
  readonly entries: readonly Entry[];
  readonly failures: readonly ConversionError[];
  readonly warnings: readonly Warning[];
};

/** A reader running past the end of the bytes has met a file that was cut off. */
export function asFailure(thrown: unknown): ConversionError {
  if (thrown instanceof RangeError) return new ConversionError('corrupt', thrown.message, { cause: thrown });
  return toConversionError(thrown);
}
