import { ConversionError } from '@bakkum/conversion/errors';

/** Readers signal damage as out-of-range access; this turns it into `corrupt`. */
export function orCorrupt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof RangeError) throw new ConversionError('corrupt', failure.message, { cause: failure });
    throw failure;
  }
}
