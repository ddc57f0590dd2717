import { corrupt } from '@bakkum/conversion/errors';
import { type CopyBuffer, MatchFinder } from '@bakkum/copying-codecs/copying';

const MIN_MATCH = 4;
const REACH = 65_535;
/** The last match starts at least this far from the end (LZ4 block format, "End of block restrictions"). */
const LAST_MATCH = 12;
const LAST_LITERALS = 5;

/** Appends an unpacked block; copies may refer to earlier data in the buffer. */
export function unpackBlock(packed: Uint8Array, out: CopyBuffer): void {
  let at = 0;
  const longer = (length: number): number => {
    if (length < 15) return length;
    for (let total = length; ; ) {
      const more = packed[at];
      if (more === undefined) throw corrupt('a length without an end');
      at += 1;
      total += more;
      if (more < 255) return total;
    }
  };
  while (at < packed.length) {
    const token = packed[at] ?? 0;
    at += 1;
    const literals = longer(token >> 4);
    out.literals(packed, at, literals);
    at += literals;
    if (at === packed.length) return;
    if (at + 2 > packed.length) throw corrupt('a distance cut off');
    const distance = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8);
    at += 2;
    out.copy(distance, longer(token & 15) + MIN_MATCH);
  }
}

/** Packs an independent block; `undefined` if packing would not make it smaller. */
export function packBlock(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const packed = new Uint8Array(bytes.length);
  const finder = new MatchFinder(bytes);
  let written = 0;
  let anchor = 0;
  const length = (value: number): void => {
    let rest = value - 15;
    if (rest < 0) return;
    for (; rest >= 255; rest -= 255) packed[written++] = 255;
    packed[written++] = rest;
  };
  const sequence = (literals: number, match: number, distance: number): boolean => {
    if (written + literals + literals / 255 + match / 255 + 16 > packed.length) return false;
    packed[written++] = (Math.min(literals, 15) << 4) | Math.min(Math.max(match - MIN_MATCH, 0), 15);
    length(literals);
    packed.set(bytes.subarray(anchor, anchor + literals), written);
    written += literals;
    if (match === 0) return true;
    packed[written++] = distance & 0xff;
    packed[written++] = distance >> 8;
    length(match - MIN_MATCH);
    return true;
  };
  for (let at = 0; at + LAST_MATCH < bytes.length; ) {
    const place = finder.earlier(at, REACH);
    if (place < 0) {
      at += 1 + ((at - anchor) >> 6); // the step grows while no match is found
      continue;
    }
    const match = MatchFinder.alike(bytes, place, at, bytes.length - LAST_LITERALS);
    if (match < MIN_MATCH) {
      at += 1;
      continue;
    }
    if (!sequence(at - anchor, match, at - place)) return undefined;
    at += match;
    anchor = at;
  }
  return sequence(bytes.length - anchor, 0, 0) ? packed.subarray(0, written) : undefined;
}
