import { textAt, viewOf } from '@bakkum/bytes/bytes';

const HEADER = 'MThd';
const TRACK = 'MTrk';
const CHUNK_HEADER_BYTES = 8;
/** Header with format, number of tracks and ticks. */
const MIN_FILE_BYTES = CHUNK_HEADER_BYTES + 6;
const TRACK_COUNT_AT = 10;

export type Mended = { readonly file: Uint8Array<ArrayBuffer>; readonly isCutOff: boolean };

/**
 * Repairs a standard MIDI file that ends within a track, or before the last announced track, so that it announces what is
 * present. MIDI in RIFF is only checked by its size.
 */
export function mended(file: Uint8Array<ArrayBuffer>): Mended {
  const view = viewOf(file);
  const word = (at: number): string => textAt(file, at, 4);
  if (file.length < MIN_FILE_BYTES) return { file, isCutOff: true };
  if (word(0) !== HEADER)
    return { file, isCutOff: word(0) === 'RIFF' && view.getUint32(4, true) + CHUNK_HEADER_BYTES > file.length };
  const announced = view.getUint16(TRACK_COUNT_AT);
  let found = 0;
  let at = CHUNK_HEADER_BYTES + view.getUint32(4);
  while (found < announced && at + CHUNK_HEADER_BYTES <= file.length) {
    if (word(at) === TRACK) found += 1;
    at += CHUNK_HEADER_BYTES + view.getUint32(at + 4);
  }
  if (found === announced && at <= file.length) return { file, isCutOff: false };
  const copy = file.slice();
  new DataView(copy.buffer).setUint16(TRACK_COUNT_AT, found);
  return { file: copy, isCutOff: true };
}
