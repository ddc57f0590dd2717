import { LsbBits } from '@bakkum/bytes/bits';
import { ConversionError } from '@bakkum/conversion/errors';

/** LZW strings by code: each is another string plus one byte. */
class Strings {
  readonly #before: Uint16Array;
  readonly #byte: Uint8Array;
  readonly #stack: Uint8Array;
  next: number;

  constructor(most: number, first: number) {
    this.#before = new Uint16Array(most);
    this.#byte = new Uint8Array(most);
    this.#stack = new Uint8Array(most + 1);
    this.next = first;
  }

  add(before: number, byte: number): void {
    if (this.next >= this.#before.length) return;
    this.#before[this.next] = before;
    this.#byte[this.next] = byte;
    this.next += 1;
  }

  /** Emits the string of a code and returns its first byte. A code not yet defined is `previous` plus its own first byte. */
  write(code: number, previous: number, first: number, push: (byte: number) => void): number {
    let at = code;
    let depth = 0;
    if (code >= this.next) {
      if (code > this.next) throw new ConversionError('corrupt', 'a code nobody gave');
      this.#stack[depth] = first;
      depth += 1;
      at = previous;
    }
    for (; at > 255; depth += 1) {
      if (depth >= this.#stack.length - 1) throw new ConversionError('corrupt', 'a string in itself');
      this.#stack[depth] = this.#byte[at] ?? 0;
      at = this.#before[at] ?? 0;
    }
    push(at);
    for (depth -= 1; depth >= 0; depth -= 1) push(this.#stack[depth] ?? 0);
    return at;
  }
}

/** Skips to the next multiple of `step` bits, counted from `from`. */
function skipGroup(bits: LsbBits, from: number, step: number): void {
  bits.at = from + Math.ceil((bits.at - from) / step) * step;
}

const CLEAR = 256;
const MIN_CODE_BITS = 9;

/**
 * Decodes the LZW of Unix compress and ARC: codes of one width form groups of eight, and the rest of a group is skipped when the
 * width changes or the table is reset.
 */
export function uncrunch(packed: Uint8Array, mostBits: number, push: (byte: number) => void): void {
  const bits = new LsbBits(packed);
  const most = 1 << mostBits;
  let strings = new Strings(most, CLEAR + 1);
  let [width, group, previous, first] = [MIN_CODE_BITS, 0, -1, 0];
  for (;;) {
    if (strings.next > (1 << width) - 1 && width < mostBits) {
      skipGroup(bits, group, width * 8);
      group = bits.at;
      width += 1;
    }
    if (bits.left < width) return;
    const code = bits.read(width);
    if (code === CLEAR) {
      skipGroup(bits, group, width * 8);
      group = bits.at;
      width = MIN_CODE_BITS;
      strings = new Strings(most, CLEAR);
      continue;
    }
    const given = previous < 0 && code > 255 ? -1 : code;
    if (given < 0) throw new ConversionError('corrupt', 'it begins with a code for nothing');
    first = strings.write(given, previous, first, push);
    if (previous >= 0) strings.add(previous, first);
    previous = code;
  }
}

const END = 257;

/** Decodes zoo's LZW: consecutive codes with an end code. */
export function unzoo(packed: Uint8Array, push: (byte: number) => void): void {
  const bits = new LsbBits(packed);
  const mostBits = 13;
  let strings = new Strings(1 << mostBits, END + 1);
  let [width, previous, first] = [MIN_CODE_BITS, -1, 0];
  while (bits.left >= width) {
    const code = bits.read(width);
    if (code === END) return;
    if (code === CLEAR) {
      [width, previous] = [MIN_CODE_BITS, -1];
      strings = new Strings(1 << mostBits, END + 1);
      continue;
    }
    if (previous < 0 && code > 255) throw new ConversionError('corrupt', 'it begins with a code for nothing');
    first = strings.write(code, previous, first, push);
    if (previous >= 0) strings.add(previous, first);
    if (strings.next >= 1 << width && width < mostBits) width += 1;
    previous = code;
  }
}
