import { ConversionError } from '@bakkum/conversion/errors';

/** A byte below 128 precedes that many literals plus one; from 128 on it repeats the next byte 3 to 130 times. */
const RUN = 128;
const MIN_RUN_LENGTH = 3;
const MAX_RUN_LENGTH = 130;
const MAX_COPY_LENGTH = 128;

/** Unpacks the channels of an Apple icon to `length` bytes. Throws `corrupt` if there are fewer. */
export function unpackRuns(coded: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(length);
  let to = 0;
  for (let from = 0; from < coded.length && to < length; ) {
    const control = coded[from] ?? 0;
    if (control >= RUN) {
      const end = to + control - RUN + MIN_RUN_LENGTH;
      if (from + 1 < coded.length) plain.fill(coded[from + 1] ?? 0, to, end);
      to = from + 1 < coded.length ? end : to;
      from += 2;
    } else {
      const copied = coded.subarray(from + 1, from + 2 + control);
      plain.set(copied.subarray(0, length - to), to);
      to += copied.length;
      from += control + 2;
    }
  }
  if (to < length) throw new ConversionError('corrupt', `${to} of ${length} bytes`);
  return plain;
}

/** Packs one channel; runs do not cross channels. */
export function packRuns(plain: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const coded: number[] = [];
  let copiedFrom = 0;
  const copyUpTo = (end: number): void => {
    for (; copiedFrom < end; copiedFrom += MAX_COPY_LENGTH) {
      const part = plain.subarray(copiedFrom, Math.min(end, copiedFrom + MAX_COPY_LENGTH));
      coded.push(part.length - 1, ...part);
    }
    copiedFrom = end;
  };
  for (let at = 0; at < plain.length; ) {
    const length = runAt(plain, at);
    if (length >= MIN_RUN_LENGTH) {
      copyUpTo(at);
      coded.push(RUN + length - MIN_RUN_LENGTH, plain[at] ?? 0);
      copiedFrom = at + length;
    }
    at += length;
  }
  copyUpTo(plain.length);
  return Uint8Array.from(coded);
}

function runAt(plain: Uint8Array | Uint8ClampedArray, from: number): number {
  let end = from + 1;
  while (end < plain.length && end - from < MAX_RUN_LENGTH && plain[end] === plain[from]) end += 1;
  return end - from;
}
