import { viewOf } from '@bakkum/bytes/bytes';

/** Truncated within its own tables. */
const PAST_ANY_END = Number.POSITIVE_INFINITY;
/** Many writers omit the last bytes of the last sample, which is inaudible. */
const TOLERATED_BYTES = 64;

/** Whether patterns or samples of a song extend past its end. libopenmpt plays what is present and does not report it. */
export function isCutOff(file: Uint8Array<ArrayBuffer>, format: string): boolean {
  const lengthOf = READERS[format];
  if (!lengthOf) return false;
  return lengthOf(viewOf(file)) > file.length + TOLERATED_BYTES;
}

const READERS: Readonly<Record<string, (view: DataView<ArrayBuffer>) => number>> = {
  mod: whereTablesReach(protracker),
  xm: whereTablesReach(fastTracker),
  s3m: whereTablesReach(screamTracker),
  it: whereTablesReach(impulseTracker),
};

function whereTablesReach(read: (view: DataView<ArrayBuffer>) => number): (view: DataView<ArrayBuffer>) => number {
  return (view) => {
    try {
      return read(view);
    } catch (thrown) {
      if (thrown instanceof RangeError) return PAST_ANY_END;
      throw thrown;
    }
  };
}

/**
 * 31 samples of 30 bytes from offset 20, 128 orders from 952; 64 rows of 4 bytes per channel. Lengths count 16-bit words,
 * big-endian.
 */
function protracker(view: DataView<ArrayBuffer>): number {
  const channels = Number(/^\dCHN/.exec(wordAt(view, 1080))?.[0][0] ?? 4);
  const orders = Array.from({ length: 128 }, (_, index) => view.getUint8(952 + index));
  const samples = Array.from({ length: 31 }, (_, index) => view.getUint16(20 + index * 30 + 22) * 2);
  return 1084 + (Math.max(...orders) + 1) * 64 * 4 * channels + sum(samples);
}

/** Header, patterns, then instruments with their samples; each part states its length. */
function fastTracker(view: DataView<ArrayBuffer>): number {
  const patterns = view.getUint16(70, true);
  const instruments = view.getUint16(72, true);
  let at = 60 + view.getUint32(60, true);
  for (let index = 0; index < patterns; index += 1) at += view.getUint32(at, true) + view.getUint16(at + 7, true);
  for (let index = 0; index < instruments; index += 1) {
    const headers = at + view.getUint32(at, true);
    const samples = view.getUint16(at + 27, true);
    const size = samples > 0 ? view.getUint32(at + 29, true) : 0;
    const lengths = Array.from({ length: samples }, (_, sample) => view.getUint32(headers + sample * size, true));
    at = headers + samples * size + sum(lengths);
  }
  return at;
}

/** Offsets count 16 bytes. Sampled instruments state offset, length, and whether they are 16-bit and stereo. */
function screamTracker(view: DataView<ArrayBuffer>): number {
  const [orders, instruments, patterns] = [0x20, 0x22, 0x24].map((at) => view.getUint16(at, true));
  const places = listOf(
    (instruments ?? 0) + (patterns ?? 0),
    (index) => view.getUint16(0x60 + (orders ?? 0) + index * 2, true) * 16,
  );
  const sampleEnd = (at: number): number => {
    if (view.getUint8(at) !== 1) return at;
    const flags = view.getUint8(at + 0x1f);
    const bytes = view.getUint32(at + 0x10, true) * (flags & 2 ? 2 : 1) * (flags & 4 ? 2 : 1);
    return bytes === 0 ? at : ((view.getUint8(at + 13) << 16) | view.getUint16(at + 14, true)) * 16 + bytes;
  };
  const patternEnd = (at: number): number => (at === 0 ? 0 : at + view.getUint16(at, true));
  return Math.max(0, ...places.map((at, index) => (index < (instruments ?? 0) ? sampleEnd(at) : patternEnd(at))));
}

/** Like the previous format with offsets in bytes; the length of a compressed sample is unknown until it is unpacked. */
function impulseTracker(view: DataView<ArrayBuffer>): number {
  const [orders = 0, instruments = 0, samples = 0, patterns = 0] = [0x20, 0x22, 0x24, 0x26].map((at) => view.getUint16(at, true));
  const table = 0xc0 + orders + instruments * 4;
  const places = listOf(samples + patterns, (index) => view.getUint32(table + index * 4, true));
  const sampleEnd = (at: number): number => {
    const flags = view.getUint8(at + 0x12);
    if (!(flags & 1)) return at;
    const bytes = view.getUint32(at + 0x30, true) * (flags & 2 ? 2 : 1) * (flags & 4 ? 2 : 1);
    return view.getUint32(at + 0x48, true) + (flags & 8 ? 0 : bytes);
  };
  const patternEnd = (at: number): number => (at === 0 ? 0 : at + 8 + view.getUint16(at, true));
  return Math.max(0, ...places.map((at, index) => (index < samples ? sampleEnd(at) : patternEnd(at))));
}

function wordAt(view: DataView<ArrayBuffer>, at: number): string {
  return String.fromCharCode(...listOf(4, (index) => view.getUint8(at + index)));
}

function listOf(length: number, read: (index: number) => number): number[] {
  return Array.from({ length }, (_, index) => read(index));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
