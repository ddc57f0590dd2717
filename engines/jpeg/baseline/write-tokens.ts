import { type Bytes, concat } from '@bakkum/bytes/bytes';
import type { HuffmanTable } from './huffman.ts';
import type { TokenChunk } from './tokens.ts';

/** Codes of a component. */
export type Codes = { readonly dc: HuffmanTable; readonly ac: HuffmanTable };

/** Bits of a token that fit into 31 bits together with up to seven that are left from the last one. */
const MAX_JOINED_BITS = 24;
/** Maximum size of a block: a token has at most 27 bits, and each byte may be followed by a zero. */
const MAX_BLOCK_BYTES = 64 * 8;

/** Bits that do not fill a byte yet. */
type Rest = { bits: number; count: number };

/**
 * Writes tokens as entropy-coded data.
 * @param blocks codes of each block of an MCU, in order
 */
export async function writeTokens(
  chunks: readonly TokenChunk[],
  blocks: readonly Codes[],
  pause: () => Promise<void> | undefined,
): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  const rest: Rest = { bits: 0, count: 0 };
  for (const chunk of chunks) {
    parts.push(writeChunk(chunk, blocks, rest));
    await pause();
  }
  // The last byte is filled with ones.
  if (rest.count > 0) parts.push(stuffed((rest.bits << (8 - rest.count)) | (255 >> rest.count)));
  return concat(parts);
}

/** A byte of ones is followed by a zero, because it would begin a marker. */
const stuffed = (byte: number): Uint8Array => (byte === 255 ? Uint8Array.of(255, 0) : Uint8Array.of(byte));

function writeChunk({ tokens, length, blocks: blockCount }: TokenChunk, blocks: readonly Codes[], rest: Rest): Uint8Array {
  // Few tokens take more than a byte.
  let bytes = new Uint8Array(length + MAX_BLOCK_BYTES);
  const dcCodes = blocks.map(({ dc }) => dc.codes);
  const acCodes = blocks.map(({ ac }) => ac.codes);
  let size = 0;
  let at = 0;
  for (let block = 0; block < blockCount; block += 1) {
    const index = block % blocks.length;
    const [dc, ac] = [dcCodes[index], acCodes[index]];
    if (!dc || !ac) break;
    if (size + MAX_BLOCK_BYTES > bytes.length) bytes = enlarged(bytes);
    size = writeToken(tokens[at] ?? 0, dc, rest, bytes, size);
    at += 1;
    for (let coefficients = 1; coefficients < 64; ) {
      const token = tokens[at] ?? 0;
      size = writeToken(token, ac, rest, bytes, size);
      at += 1;
      const symbol = token >>> 16;
      coefficients = symbol === 0 ? 64 : coefficients + (symbol >> 4) + 1;
    }
  }
  return bytes.slice(0, size);
}

function enlarged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}

/** @returns the new size */
function writeToken(token: number, codes: Uint32Array, rest: Rest, bytes: Uint8Array, size: number): number {
  const symbol = token >>> 16;
  const code = codes[symbol] ?? 0;
  const length = code & 31;
  const extra = symbol & 15;
  const bits = token & 0xffff;
  if (length + extra <= MAX_JOINED_BITS) return writeBits(((code >>> 5) << extra) | bits, length + extra, rest, bytes, size);
  return writeBits(bits, extra, rest, bytes, writeBits(code >>> 5, length, rest, bytes, size));
}

function writeBits(bits: number, count: number, rest: Rest, bytes: Uint8Array, from: number): number {
  let size = from;
  const all = (rest.bits << count) | bits;
  let left = rest.count + count;
  while (left >= 8) {
    left -= 8;
    const byte = (all >>> left) & 255;
    bytes[size] = byte;
    // The zero after a byte of ones is already there.
    size += byte === 255 ? 2 : 1;
  }
  rest.bits = all & ((1 << left) - 1);
  rest.count = left;
  return size;
}
