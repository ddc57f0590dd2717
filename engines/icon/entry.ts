import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';

export type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** An image in an icon file, with its header read but its pixels not decoded. */
export type Entry = {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel: of several entries with one size the deepest is used; the others are for old displays. */
  readonly depth: number;
  /** Throws `corrupt` or `unsupported-feature`. */
  decode(context: EngineContext): Pixels8 | Promise<Pixels8>;
};

/** Content of a file. `failures` are unreadable parts; the rest may still be readable. */
export type Listing = {
  readonly entries: readonly Entry[];
  readonly failures: readonly ConversionError[];
  readonly warnings: readonly Warning[];
};

/** Reading past the end of the bytes means the file is truncated. */
export function asFailure(thrown: unknown): ConversionError {
  if (thrown instanceof RangeError) return new ConversionError('corrupt', thrown.message, { cause: thrown });
  return toConversionError(thrown);
}
