import type { MsbBits } from '@bakkum/bytes/bits';
import { type Bytes, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { bitsOf, Codes } from './lh5.ts';

/** A disk with 80 tracks on two sides, eleven blocks of 512 bytes each. */
const TRACKS = 80;
const TRACK_BYTES = 11_264;
const FILE_HEAD = 56;
const TRACK_HEAD = 20;
const LOCKED = 2;
/** Shorter data is an image or a note, not a track. */
const MIN_TRACK_BYTES = 2048;

/** Sliding windows of the methods, which persist across tracks, and their positions. */
type Windows = { readonly text: Uint8Array; quick: number; medium: number; heavy: number; last: number };
const freshWindows = (): Windows => ({ text: new Uint8Array(0x4000), quick: 251, medium: 0x3fbe, heavy: 0, last: 0 });

const MODE = { stored: 0, runs: 1, quick: 2, medium: 3, heavy: 5, heavier: 6 } as const;
const FLAG = { keep: 1, trees: 2, runs: 4 } as const;

/**
 * Returns the disk image in a Disk Masher archive, with missing tracks left empty. Errors: `corrupt`, `encrypted`,
 * `unsupported-feature` for the deep method.
 */
export function readDiskMasher(bytes: Bytes): Bytes {
  const view = viewOf(bytes);
  if (bytes.length < FILE_HEAD || !startsWith(bytes, 'DMS!')) throw new ConversionError('corrupt', 'no archive of Disk Masher');
  if ((view.getUint16(10) & LOCKED) !== 0) throw new ConversionError('encrypted', 'a disk under a password');
  const disk = new Uint8Array(TRACKS * TRACK_BYTES);
  const reader = new TrackReader();
  let found = 0;
  for (let at = FILE_HEAD; at + TRACK_HEAD <= bytes.length && view.getUint16(at) === 0x5452; ) {
    const [number, packed] = [view.getUint16(at + 2), view.getUint16(at + 6)];
    const start = at + TRACK_HEAD;
    if (start + packed > bytes.length) throw new ConversionError('corrupt', 'a track is cut off');
    if (number < TRACKS && view.getUint16(at + 10) > MIN_TRACK_BYTES) {
      disk.set(reader.track(view, at, bytes.subarray(start, start + packed)).subarray(0, TRACK_BYTES), number * TRACK_BYTES);
      found += 1;
    }
    at = start + packed;
  }
  if (found === 0) throw new ConversionError('empty', 'no track in it');
  return disk;
}

class TrackReader {
  #windows = freshWindows();
  #literals: Codes | undefined;
  #distances: Codes | undefined;

  track(view: DataView, at: number, packed: Bytes): Bytes {
    const [between, whole] = [view.getUint16(at + 8), view.getUint16(at + 10)];
    const [flags, mode] = [view.getUint8(at + 12), view.getUint8(at + 13)];
    const content = this.#unpacked(packed, { mode, flags, between, whole });
    if ((flags & FLAG.keep) === 0) this.#windows = freshWindows();
    if (content.length < whole || sumOf(content) !== view.getUint16(at + 14))
      throw new ConversionError('corrupt', 'a checksum does not agree');
    return content;
  }

  #unpacked(packed: Bytes, track: { mode: number; flags: number; between: number; whole: number }): Bytes {
    const { mode, flags, between, whole } = track;
    switch (mode) {
      case MODE.stored:
        return packed;
      case MODE.runs:
        return expanded(packed, whole);
      case MODE.quick:
        return expanded(this.#quick(packed, between), whole);
      case MODE.medium:
        return expanded(this.#medium(packed, between), whole);
      case MODE.heavy:
      case MODE.heavier: {
        const content = this.#heavy(packed, between, { isLarge: mode === MODE.heavier, hasTrees: (flags & FLAG.trees) !== 0 });
        return (flags & FLAG.runs) === 0 ? content : expanded(content, whole);
      }
      default:
        throw new ConversionError('unsupported-feature', `a track packed in way ${mode}`);
    }
  }

  #quick(packed: Bytes, length: number): Bytes {
    const [bits, out, windows] = [bitsOf(packed), new Output(length), this.#windows];
    while (!out.isFull) {
      if (bits.read(1) === 1) windows.quick = out.put(bits.read(8), windows.text, windows.quick, 0xff);
      else {
        const count = bits.read(2) + 2;
        windows.quick = out.repeat({ count, back: bits.read(8) + 1, text: windows.text, place: windows.quick, mask: 0xff });
      }
    }
    windows.quick = (windows.quick + 5) & 0xff;
    return out.bytes;
  }

  /** Lengths and distances start with a code that gives the number of following bits. */
  #medium(packed: Bytes, length: number): Bytes {
    const [bits, out, windows] = [bitsOf(packed), new Output(length), this.#windows];
    while (!out.isFull) {
      if (bits.read(1) === 1) windows.medium = out.put(bits.read(8), windows.text, windows.medium, 0x3fff);
      else {
        const first = bits.read(8);
        const second = ((first << extraBits(first)) | bits.read(extraBits(first))) & 0xff;
        const low = ((second << extraBits(second)) | bits.read(extraBits(second))) & 0xff;
        const back = ((upper(second) << 8) | low) + 1;
        windows.medium = out.repeat({ count: upper(first) + 3, back, text: windows.text, place: windows.medium, mask: 0x3fff });
      }
    }
    windows.medium = (windows.medium + 66) & 0x3fff;
    return out.bytes;
  }

  /** LHA codes, kept from the previous track if a track has none. */
  #heavy(packed: Bytes, length: number, { isLarge, hasTrees }: { isLarge: boolean; hasTrees: boolean }): Bytes {
    const [bits, out, windows] = [bitsOf(packed), new Output(length), this.#windows];
    const [kinds, mask] = isLarge ? [15, 0x1fff] : [14, 0x0fff];
    if (hasTrees) {
      this.#literals = plainCodes(bits, { counted: 9, each: 5, most: 510 });
      this.#distances = plainCodes(bits, { counted: 5, each: 4, most: kinds });
    }
    const [literals, distances] = [this.#literals, this.#distances];
    if (!literals || !distances) throw new ConversionError('corrupt', 'a track whose codes are in none before it');
    while (!out.isFull) {
      const symbol = literals.read(bits);
      if (symbol < 256) windows.heavy = out.put(symbol, windows.text, windows.heavy, mask);
      else {
        const kind = distances.read(bits);
        // The last code repeats the previous distance.
        if (kind !== kinds - 1) windows.last = kind > 0 ? (1 << (kind - 1)) | bits.read(kind - 1) : 0;
        const back = windows.last + 1;
        windows.heavy = out.repeat({ count: symbol - 253, back, text: windows.text, place: windows.heavy, mask });
      }
    }
    return out.bytes;
  }
}

type Repeated = {
  readonly count: number;
  readonly back: number;
  readonly text: Uint8Array;
  readonly place: number;
  readonly mask: number;
};

/** Output bytes of a track, which are also stored in a ring buffer. */
class Output {
  readonly bytes: Bytes;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  get isFull(): boolean {
    return this.#at >= this.bytes.length;
  }

  /** Returns the next position in the window. */
  put(byte: number, text: Uint8Array, place: number, mask: number): number {
    if (!this.isFull) this.bytes[this.#at] = byte;
    this.#at += 1;
    text[place & mask] = byte;
    return place + 1;
  }

  repeat({ count, back, text, place, mask }: Repeated): number {
    let next = place;
    for (let left = count; left > 0; left -= 1) next = this.put(text[(next - back) & mask] ?? 0, text, next, mask);
    return next;
  }
}

function plainCodes(bits: MsbBits, { counted, each, most }: { counted: number; each: number; most: number }): Codes {
  const count = bits.read(counted);
  if (count === 0) return new Codes([], bits.read(counted));
  if (count > most) throw new ConversionError('corrupt', 'more codes than there are symbols');
  return new Codes(Array.from({ length: count }, () => bits.read(each)));
}

/** Expands runs: `0x90`, count, value; a count of zero is a literal 0x90, and 255 precedes a two-byte count. */
function expanded(packed: Bytes, length: number): Bytes {
  const out = new Uint8Array(length);
  let written = 0;
  for (let at = 0; at < packed.length && written < length; ) {
    const byte = packed[at] ?? 0;
    const short = packed[at + 1] ?? 0;
    if (byte !== 0x90 || short === 0) {
      out[written] = byte;
      written += 1;
      at += byte === 0x90 ? 2 : 1;
      continue;
    }
    const count = short === 0xff ? (packed[at + 3] ?? 0) * 256 + (packed[at + 4] ?? 0) : short;
    out.fill(packed[at + 2] ?? 0, written, Math.min(length, written + count));
    written += count;
    at += short === 0xff ? 5 : 3;
  }
  if (written < length) throw new ConversionError('corrupt', 'a track is shorter than it should be');
  return out;
}

const sumOf = (bytes: Bytes): number => bytes.reduce((sum, byte) => (sum + byte) & 0xffff, 0);

/** The fixed code of LZHUF: runs of first bytes that get shorter, each with more bits after it. */
const RUNS = [
  { below: 32, first: 0, each: 32, more: 3 },
  { below: 80, first: 1, each: 16, more: 4 },
  { below: 144, first: 4, each: 8, more: 5 },
  { below: 192, first: 12, each: 4, more: 6 },
  { below: 240, first: 24, each: 2, more: 7 },
  { below: 256, first: 48, each: 1, more: 8 },
] as const;

function runOf(byte: number): { readonly upper: number; readonly more: number } {
  let start = 0;
  for (const { below, first, each, more } of RUNS) {
    if (byte < below) return { upper: first + Math.floor((byte - start) / each), more };
    start = below;
  }
  return { upper: 63, more: 8 };
}

const upper = (byte: number): number => runOf(byte).upper;
const extraBits = (byte: number): number => runOf(byte).more;
