import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

type Entry = { readonly bytes: Uint8Array; readonly isWhole: boolean };

const SHORT_CODES = 256;
const CODE_LENGTHS = 32;
/** Phrases contain phrases; deeper nesting means a cycle. */
const MAX_DEPTH = 32;
const MAX_PHRASE_LENGTH = 1 << 20;

/**
 * Unpacks records with the book's dictionary (records `HUFF` and `CDIC`): codes of up to 32 bits represent phrases, which may be
 * packed themselves. Errors: `corrupt`.
 */
export function createDictionary(records: readonly Uint8Array[]): (record: Uint8Array) => Uint8Array {
  const [codes, ...phrases] = records;
  if (!codes || !startsWith(codes, 'HUFF')) throw new ConversionError('corrupt', 'no table of codes');
  const decode = readCodes(codes);
  const entries = phrases.flatMap(readPhrases);
  const unpack = (packed: Uint8Array, depth: number): number[] => {
    if (depth > MAX_DEPTH) throw new ConversionError('corrupt', 'a phrase is made of itself');
    const text: number[] = [];
    for (let bit = 0; bit < packed.length * 8; ) {
      const { length, index } = decode(packed, bit);
      bit += length;
      const entry = entries[index];
      if (length === 0 || bit > packed.length * 8 || !entry) break;
      for (const byte of entry.isWhole ? entry.bytes : unpack(entry.bytes, depth + 1)) text.push(byte);
      if (text.length > MAX_PHRASE_LENGTH) throw new ConversionError('corrupt', 'a record unpacks to more than a megabyte');
    }
    return text;
  };
  return (record) => Uint8Array.from(unpack(record, 0));
}

type Decode = (packed: Uint8Array, bit: number) => { readonly length: number; readonly index: number };

/** Reads two tables: codes by their first eight bits, and the minimum and maximum code per length. */
function readCodes(record: Uint8Array): Decode {
  const view = viewOf(record);
  if (record.length < 24) throw new ConversionError('corrupt', 'the table of codes is cut off');
  const [short, long] = [view.getUint32(8), view.getUint32(12)];
  if (short + SHORT_CODES * 4 > record.length || long + CODE_LENGTHS * 8 > record.length)
    throw new ConversionError('corrupt', 'the table of codes is cut off');
  const least = (length: number): number => view.getUint32(long + (length - 1) * 8) * 2 ** (32 - length);
  const greatest = (length: number): number => (view.getUint32(long + (length - 1) * 8 + 4) + 1) * 2 ** (32 - length) - 1;
  return (packed, bit) => {
    const code = codeAt(packed, bit);
    const told = view.getUint32(short + (code >>> 24) * 4);
    let length = told & 0x1f;
    if (length === 0) return { length: 0, index: -1 };
    let most = ((told >>> 8) + 1) * 2 ** (32 - length) - 1;
    if ((told & 0x80) === 0) {
      while (length < CODE_LENGTHS && code < least(length)) length += 1;
      most = greatest(length);
    }
    return { length, index: Math.floor((most - code) / 2 ** (32 - length)) };
  };
}

/** Returns 32 bits at an offset, with zeros past the end. */
function codeAt(packed: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const bytes = [0, 1, 2, 3, 4].map((index) => packed[at + index] ?? 0);
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes;
  const shift = bit & 7;
  return ((((a << 24) | (b << 16) | (c << 8) | d) << shift) | (e >> (8 - shift))) >>> 0;
}

function readPhrases(record: Uint8Array): readonly Entry[] {
  const view = viewOf(record);
  if (!startsWith(record, 'CDIC') || record.length < 16) throw new ConversionError('corrupt', 'no dictionary');
  const count = Math.min(view.getUint32(8), 1 << view.getUint32(12), (record.length - 16) >> 1);
  return Array.from({ length: count }, (_, index): Entry => {
    const at = 16 + view.getUint16(16 + index * 2);
    const told = at + 2 <= record.length ? view.getUint16(at) : 0;
    return { bytes: record.subarray(at + 2, at + 2 + (told & 0x7fff)), isWhole: (told & 0x8000) !== 0 };
  });
}
