import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { readFirstEdition } from './edition-1.ts';
import { readSecondEdition } from './edition-2.ts';
import type { Field } from './field.ts';

/** More would be years of weather, which no table can show. */
const MAX_FIELDS = 4000;

/**
 * Reads all fields of a file in order. Transmission bytes between messages are skipped. Errors: `corrupt`, `unsupported-feature`,
 * `too-large`.
 */
export function readFields(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): readonly Field[] {
  const fields: Field[] = [];
  const view = viewOf(bytes);
  for (let at = nextMessage(bytes, 0); at >= 0; ) {
    signal.throwIfAborted();
    const edition = bytes[at + 7];
    const length = lengthAt(view, at, edition);
    if (length < 20 || at + length > bytes.length) throw corrupt('a message is cut off');
    const message = bytes.subarray(at, at + length);
    fields.push(...guarded(() => (edition === 2 ? readSecondEdition(message) : [readFirstEdition(message)])));
    if (fields.length > MAX_FIELDS) throw new ConversionError('too-large', `more than ${MAX_FIELDS} fields`);
    at = nextMessage(bytes, at + length);
  }
  if (fields.length === 0) throw corrupt('no message in it');
  return fields;
}

function lengthAt(view: DataView, at: number, edition: number | undefined): number {
  if (at + 16 > view.byteLength) return 0;
  if (edition === 1) return view.getUint32(at + 4) >>> 8;
  if (edition === 2) return Number(view.getBigUint64(at + 8));
  throw new ConversionError('unsupported-feature', `edition ${edition ?? 0}`);
}

/** Offset of the next `GRIB`, or -1. */
function nextMessage(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x47, from); at >= 0; at = bytes.indexOf(0x47, at + 1))
    if (bytes[at + 1] === 0x52 && bytes[at + 2] === 0x49 && bytes[at + 3] === 0x42) return at;
  return -1;
}

/** Handles sections shorter than their required content. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof RangeError ? new ConversionError('corrupt', 'a section is too short', { cause }) : cause;
  }
}
