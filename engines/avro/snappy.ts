import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { corrupt } from '@bakkum/data-tree/value';

/** Unpacks one Snappy block (format description of 2011-10-05): its length, then literals and copies. */
export function snappyUnpacked(packed: Bytes, most: number): Bytes {
  const { value: length, next } = lengthAt(packed);
  if (length > most) throw new ConversionError('too-large', `a block of ${length} bytes`);
  const out = new Uint8Array(length);
  let written = 0;
  for (let at = next; at < packed.length; ) {
    const piece = pieceAt(packed, at);
    if (written + piece.length > length) throw corrupt('a block longer than it says');
    if (piece.back === 0) {
      if (piece.next + piece.length > packed.length) throw corrupt('a block is cut off');
      out.set(packed.subarray(piece.next, piece.next + piece.length), written);
      at = piece.next + piece.length;
    } else {
      if (piece.back > written) throw corrupt('a piece from before the beginning');
      // Copied byte by byte, because a copy may overlap its own output.
      for (let index = 0; index < piece.length; index += 1) out[written + index] = out[written + index - piece.back] ?? 0;
      at = piece.next;
    }
    written += piece.length;
  }
  if (written < length) throw corrupt('a block shorter than it says');
  return out;
}

function lengthAt(packed: Bytes): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = packed[at] ?? 0;
    value += (byte & 127) * 2 ** (at * 7);
    if (byte < 128) return { value, next: at + 1 };
  }
  throw corrupt('a length without end');
}

/** `back` is the copy distance, 0 for literals; `next` is the offset after the element's tag. */
type Piece = { readonly length: number; readonly back: number; readonly next: number };

function pieceAt(packed: Bytes, at: number): Piece {
  const tag = packed[at] ?? 0;
  const number = (from: number, bytes: number): number => {
    let value = 0;
    for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + (packed[from + index] ?? 0);
    return value;
  };
  const kind = tag & 3;
  if (kind === 0) {
    const short = tag >> 2;
    const more = Math.max(0, short - 59);
    return { length: (more > 0 ? number(at + 1, more) : short) + 1, back: 0, next: at + 1 + more };
  }
  const back = kind === 1 ? ((tag >> 5) << 8) + number(at + 1, 1) : number(at + 1, kind === 2 ? 2 : 4);
  if (back === 0) throw corrupt('a piece that repeats itself');
  return { length: kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1, back, next: at + (kind === 3 ? 5 : kind + 1) };
}
