const CLEAR = 256;
const END = 257;
const FIRST = 258;
const LAST_CODE = 4095;

/** Code width for a table size. */
const widthBehind = (count: number): number => Math.min(12, Math.max(9, 32 - Math.clz32(count + 1)));

/** Unpacks LZW codes of 9 to 12 bits with early width change (TIFF 6.0, 13). Returns the readable data. */
export function unpackStrings(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  const starts = new Int32Array(LAST_CODE + 1);
  const lengths = new Int32Array(LAST_CODE + 1);
  let [next, end, before, beforeLength, bit, width] = [FIRST, 0, 0, 0, 0, 9];
  while (end < most && bit + width <= packed.length * 8) {
    const code = bitsAt(packed, bit, width);
    bit += width;
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, beforeLength] = [FIRST, 9, 0];
      continue;
    }
    if (beforeLength > 0 && next <= LAST_CODE) {
      // The previous string and the byte after it, which is about to be written.
      starts[next] = before;
      lengths[next] = beforeLength + 1;
      next += 1;
      width = widthBehind(next);
    }
    if (code >= next) break;
    before = end;
    if (code < CLEAR) out[end++] = code;
    else end = copy(out, starts[code] ?? 0, lengths[code] ?? 0, end);
    beforeLength = end - before;
  }
  return out.subarray(0, end);
}

function bitsAt(packed: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const window = ((packed[at] ?? 0) << 16) | ((packed[at + 1] ?? 0) << 8) | (packed[at + 2] ?? 0);
  return (window >> (24 - width - (bit & 7))) & ((1 << width) - 1);
}

/** Copied byte by byte, because the string may overlap its own output. */
function copy(out: Uint8Array, start: number, length: number, at: number): number {
  const end = Math.min(at + length, out.length);
  for (let to = at, from = start; to < end; to += 1, from += 1) out[to] = out[from] ?? 0;
  return end;
}

/** Unpacks PackBits: a count and literals, or a count and one byte to repeat (TIFF 6.0, 9). */
export function unpackBits(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  let end = 0;
  for (let at = 0; at < packed.length && end < most; ) {
    const count = packed[at] ?? 0;
    if (count < 128) {
      const bytes = packed.subarray(at + 1, at + 2 + count).subarray(0, most - end);
      out.set(bytes, end);
      end += bytes.length;
      at += 2 + count;
    } else {
      const run = count === 128 ? 0 : 257 - count;
      out.fill(packed[at + 1] ?? 0, end, Math.min(most, end + run));
      end = Math.min(most, end + run);
      at += count === 128 ? 1 : 2;
    }
  }
  return out.subarray(0, end);
}
