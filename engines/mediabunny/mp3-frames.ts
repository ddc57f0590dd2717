/** One frame of MPEG audio, layer III (ISO/IEC 11172-3, section 2.4; 13818-3 for the lower sample rates). */
export type Mp3Frame = {
  readonly bytes: Uint8Array;
  /** Offset after header and side information, where main data space begins. */
  readonly roomStart: number;
  /** Bytes by which this frame's audio data starts before its own space, in the space of earlier frames: `main_data_begin`. */
  readonly borrowed: number;
};

const HEADER_BYTES = 4;
const CHECKSUM_BYTES = 2;

/** @param bytes one complete frame from an encoder */
export function mp3Frame(bytes: Uint8Array): Mp3Frame {
  const [, version = 0, , mode = 0, ...rest] = bytes.subarray(0, HEADER_BYTES + CHECKSUM_BYTES + 2);
  const isMpeg1 = (version & 0b1000) !== 0;
  const isMono = mode >> 6 === 0b11;
  const checksum = (version & 1) === 0 ? CHECKSUM_BYTES : 0;
  const [first = 0, second = 0] = rest.slice(checksum);
  return {
    bytes,
    roomStart: HEADER_BYTES + checksum + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
    borrowed: isMpeg1 ? (first << 1) | (second >> 7) : first,
  };
}

/** Samples per channel in a frame: two granules of 576, or one at up to 24 kHz. */
export function samplesPerFrame(sampleRate: number): number {
  return sampleRate > 24_000 ? 1152 : 576;
}

/** A point where one stream can continue with another stream of the same audio. */
type Join = {
  readonly inBefore: number;
  readonly inAfter: number;
  /** Bytes missing in the bit reservoir of the first stream. */
  readonly lacking: number;
};

/**
 * Finds a splice point. The bytes the second stream borrows must fit into the reservoir of the first; it then overwrites that
 * space, whose audio is no longer needed.
 * @param candidates indices of the same moments in both streams, in order of preference
 * @returns the first candidate that fits, otherwise the one that lacks least
 */
export function findJoin(
  [before, after]: readonly [readonly Mp3Frame[], readonly Mp3Frame[]],
  candidates: readonly (readonly [inBefore: number, inAfter: number])[],
): Join | undefined {
  const joins = candidates.flatMap(([inBefore, inAfter]): readonly Join[] => {
    const [old, next] = [before[inBefore], after[inAfter]];
    if (!old || !next || room(after.slice(0, inAfter)) < next.borrowed) return [];
    return [{ inBefore, inAfter, lacking: Math.max(0, next.borrowed - old.borrowed) }];
  });
  return joins.toSorted((a, b) => a.lacking - b.lacking)[0];
}

/** Bit rates in kbit/s by header index, for MPEG-1 and for the lower sample rates of MPEG-2 and 2.5. */
const RATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/**
 * Returns the same frame with at least `bytes` more space at its end by raising its bit rate. Players read the rate from each
 * frame, and frame counts stay correct.
 * @returns `undefined` if no rate is high enough
 */
export function withLargerReservoir({ bytes, roomStart, borrowed }: Mp3Frame, more: number): Mp3Frame | undefined {
  const third = bytes[2] ?? 0;
  const rates = ((bytes[1] ?? 0) & 0b1000) === 0 ? RATES_MPEG2 : RATES_MPEG1;
  const padding = (third >> 1) & 1;
  const rate = rates[third >> 4] ?? 0;
  const sampleRate = sampleRateOf(bytes);
  const lengthAt = (kilobits: number) => Math.floor((kilobits * 125 * samplesPerFrame(sampleRate)) / sampleRate) + padding;
  if (rate === 0 || lengthAt(rate) !== bytes.length) return undefined;
  const index = rates.findIndex((kilobits) => lengthAt(kilobits) >= bytes.length + more);
  if (index < 0) return undefined;
  const larger = new Uint8Array(lengthAt(rates[index] ?? rate));
  larger.set(bytes);
  larger[2] = (index << 4) | (third & 0b1111);
  return { bytes: larger, roomStart, borrowed };
}

function sampleRateOf(bytes: Uint8Array): number {
  const base = [44_100, 48_000, 32_000][((bytes[2] ?? 0) >> 2) & 0b11] ?? Number.NaN;
  const version = ((bytes[1] ?? 0) >> 3) & 0b11;
  return base / ({ 0b11: 1, 0b10: 2 }[version] ?? 4);
}

/** Moves the data `after` borrows from earlier frames to where it will be read: the end of the space of `before`. */
export function lend(before: readonly Mp3Frame[], after: readonly Mp3Frame[], borrowed: number): void {
  const wanted = roomsOf(after, borrowed);
  let done = wanted.length;
  for (const { bytes, roomStart } of before.toReversed()) {
    if (done === 0) return;
    const length = Math.min(done, bytes.length - roomStart);
    bytes.set(wanted.subarray(done - length, done), bytes.length - length);
    done -= length;
  }
}

/** Returns the last `length` bytes of main data space. */
function roomsOf(frames: readonly Mp3Frame[], length: number): Uint8Array {
  const gathered = new Uint8Array(length);
  let at = length;
  for (const { bytes, roomStart } of frames.toReversed()) {
    const part = bytes.subarray(Math.max(roomStart, bytes.length - at));
    gathered.set(part, at - part.length);
    at -= part.length;
    if (at === 0) break;
  }
  return gathered;
}

function room(frames: readonly Mp3Frame[]): number {
  return frames.reduce((sum, { bytes, roomStart }) => sum + bytes.length - roomStart, 0);
}

/** Returns the frame without audio or borrowed data: all side information is zero. */
export function silenced({ bytes, roomStart }: Mp3Frame): Mp3Frame {
  const quiet = bytes.slice();
  quiet.fill(0, HEADER_BYTES);
  // The checksum no longer matches the side information, so the bit for "no checksum" is set.
  quiet[1] = (quiet[1] ?? 0) | 1;
  return { bytes: quiet, roomStart: roomStart - ((bytes[1] ?? 1) & 1 ? 0 : CHECKSUM_BYTES), borrowed: 0 };
}
