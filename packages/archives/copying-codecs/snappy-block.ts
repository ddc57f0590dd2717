import { ConversionError } from '@bakkum/conversion/errors';
import { CopyBuffer, MatchFinder } from './copying.ts';

const MIN_MATCH = 4;
const MAX_MATCH = 64;
const REACH = 65_535;

/** Unpacks Snappy without a frame (format description of 2011). @param most maximum size of the result in bytes */
export function unpackSnappy(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = (length: number): number => {
    let value = 0;
    for (let index = 0; index < length; index += 1) value += (packed[at + index] ?? 0) * 256 ** index;
    at += length;
    if (at > packed.length) throw new ConversionError('corrupt', 'it ends within a block');
    return value;
  };
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = number(1);
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
    if (shift > 28) throw new ConversionError('corrupt', 'a length without an end');
  }
  if (size > most) throw new ConversionError('corrupt', 'a block that unpacks to more than any');
  const out = new CopyBuffer(new Uint8Array(size));
  while (at < packed.length) {
    const tag = number(1);
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const length = (short < 60 ? short : number(short - 59)) + 1;
      out.literals(packed, at, length);
      at += length;
    } else if (kind === 1) out.copy(((tag >> 5) << 8) + number(1), ((tag >> 2) & 7) + MIN_MATCH);
    else out.copy(number(kind === 2 ? 2 : 4), (tag >> 2) + 1);
  }
  if (out.at !== size) throw new ConversionError('corrupt', 'a block of another length');
  return out.bytes;
}

/** Packs a block of up to 64 KiB. */
export function packSnappy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(bytes.length + Math.ceil(bytes.length / 6) + 32);
  const finder = new MatchFinder(bytes);
  let written = 0;
  let anchor = 0;
  for (let rest = bytes.length; ; rest >>>= 7) {
    packed[written++] = rest < 0x80 ? rest : (rest & 0x7f) | 0x80;
    if (rest < 0x80) break;
  }
  const literals = (length: number): void => {
    if (length === 0) return;
    if (length <= 60) packed[written++] = (length - 1) << 2;
    else {
      packed[written++] = 61 << 2;
      packed[written++] = (length - 1) & 0xff;
      packed[written++] = (length - 1) >> 8;
    }
    packed.set(bytes.subarray(anchor, anchor + length), written);
    written += length;
  };
  for (let at = 0; at + MIN_MATCH <= bytes.length; ) {
    const place = finder.earlier(at, REACH);
    if (place < 0) {
      at += 1 + ((at - anchor) >> 6);
      continue;
    }
    literals(at - anchor);
    const length = MatchFinder.alike(bytes, place, at, Math.min(bytes.length, at + MAX_MATCH));
    packed[written++] = ((length - 1) << 2) | 2;
    packed[written++] = (at - place) & 0xff;
    packed[written++] = (at - place) >> 8;
    at += length;
    anchor = at;
  }
  literals(bytes.length - anchor);
  return packed.subarray(0, written);
}
