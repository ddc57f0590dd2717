import { type BitReader, type Contexts, createBitReader } from './zp.ts';

const MAX_BLOCK_BYTES = 4096 * 1024;
/** Limit for all blocks together; page lists and text are far smaller. */
const MAX_BYTES = 256 * 1024 * 1024;
const END_MARK = 256;
const SORTED_BY_USE = 4;

/** Unpacks a BZZ stream: Burrows-Wheeler, move-to-front, arithmetic coding (DjVu 3 specification, appendix 4). */
export function unpackBzz(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = createBitReader(data);
  const contexts = new Uint8Array(300);
  const blocks: Uint8Array[] = [];
  let total = 0;
  for (let block = readBlock(reader, contexts); block; block = readBlock(reader, contexts)) {
    blocks.push(block);
    total += block.length;
    if (total > MAX_BYTES) throw new RangeError('a stream without an end');
  }
  const whole = new Uint8Array(total);
  let end = 0;
  for (const block of blocks) {
    whole.set(block, end);
    end += block.length;
  }
  return whole;
}

function readBlock(reader: BitReader, contexts: Contexts): Uint8Array | undefined {
  let size = 1;
  while (size < 1 << 24) size = (size << 1) | reader.plain();
  size -= 1 << 24;
  if (size === 0) return undefined;
  if (size > MAX_BLOCK_BYTES) throw new RangeError(`a block of ${size} bytes`);
  // Decay of frequencies: the second bit exists only after a first.
  const slowness = reader.plain() === 0 ? 0 : 1 + reader.plain();
  const { bytes, marker } = readRanked(reader, contexts, size, slowness);
  return unsorted(bytes, marker);
}

function readRanked(
  reader: BitReader,
  contexts: Contexts,
  size: number,
  slowness: number,
): { readonly bytes: Uint8Array; readonly marker: number } {
  const bytes = new Uint8Array(size);
  const recent = createRecent(slowness);
  let [rank, marker] = [3, -1];
  for (let at = 0; at < size; at += 1) {
    rank = readRank(reader, contexts, Math.min(2, rank));
    if (rank === END_MARK) marker = at;
    else bytes[at] = recent(rank);
  }
  return { bytes, marker };
}

const MAX_GAIN = 0x10000000;
const FORGOTTEN = 2 ** 24;

/** Move-to-front list weighted by frequency: returns the byte at a rank and moves it up. */
function createRecent(slowness: number): (rank: number) => number {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const uses = new Float64Array(SORTED_BY_USE);
  let gain = 4;
  return (rank) => {
    gain += Math.floor(gain / 2 ** slowness);
    if (gain > MAX_GAIN) {
      gain = Math.floor(gain / FORGOTTEN);
      uses.forEach((use, index) => {
        uses[index] = Math.floor(use / FORGOTTEN);
      });
    }
    const byte = bytes[rank] ?? 0;
    const use = gain + (uses[rank] ?? 0);
    // Moves past all less frequent bytes in the sorted part.
    let place = Math.min(rank, SORTED_BY_USE - 1);
    while (place > 0 && use >= (uses[place - 1] ?? 0)) {
      uses[place] = uses[place - 1] ?? 0;
      place -= 1;
    }
    bytes.copyWithin(place + 1, place, rank);
    bytes[place] = byte;
    uses[place] = use;
    return byte;
  };
}

/** Decodes a rank: the first two by context, others by doubling ranges. */
function readRank(reader: BitReader, contexts: Contexts, before: number): number {
  if (reader.bit(contexts, before) === 1) return 0;
  if (reader.bit(contexts, 3 + before) === 1) return 1;
  let start = 6;
  for (let bits = 1; bits <= 7; bits += 1) {
    if (reader.bit(contexts, start) === 1) return (1 << bits) + readNumber(reader, contexts, start, bits);
    start += 1 << bits;
  }
  return END_MARK;
}

function readNumber(reader: BitReader, contexts: Contexts, start: number, bits: number): number {
  let number = 1;
  while (number < 1 << bits) number = (number << 1) | reader.bit(contexts, start + number);
  return number - (1 << bits);
}

/** Inverts the Burrows-Wheeler transform. */
function unsorted(bytes: Uint8Array, marker: number): Uint8Array {
  const size = bytes.length;
  if (marker < 1 || marker >= size) throw new RangeError('a block without its mark');
  const counts = new Int32Array(256);
  const places = new Int32Array(size);
  for (let at = 0; at < size; at += 1) {
    if (at === marker) continue;
    const byte = bytes[at] ?? 0;
    places[at] = counts[byte] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  let sum = 1;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts[byte] ?? 0;
    counts[byte] = sum;
    sum += count;
  }
  const out = new Uint8Array(size - 1);
  let at = 0;
  for (let last = size - 2; last >= 0; last -= 1) {
    const byte = bytes[at] ?? 0;
    out[last] = byte;
    at = (counts[byte] ?? 0) + (places[at] ?? 0);
  }
  if (at !== marker) throw new RangeError('a block that does not close');
  return out;
}
