import { ConversionError } from '@bakkum/conversion/errors';

/** Readers find damage as what is out of range; outside it is `corrupt`. */
export function orCorrupt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof RangeError) throw new ConversionError('corrupt', failure.message, { cause: failure });
    throw failure;
  }
}
