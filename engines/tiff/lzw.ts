/** TIFF 6.0 §13: codes of 9 to 12 bits, most significant bit first, the width changing one code earlier than in GIF. */
const CLEAR = 256;
const END = 257;
const FIRST = 258;
const MIN_WIDTH = 9;
const LAST_CODE = 4095;
/** Code width after table entry `next`. */
const WIDTHS = Uint8Array.from({ length: LAST_CODE + 2 }, (_, next) =>
  Math.min(12, Math.max(MIN_WIDTH, 32 - Math.clz32(next + 1))),
);

/**
 * Unpacks one strip or tile. Every table entry is a piece of earlier output, so it is stored as position and length. Returns the
 * readable data, at most `size` bytes.
 */
export function expandLzw(code: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  const starts = new Int32Array(LAST_CODE + 1);
  const lengths = new Int32Array(LAST_CODE + 1);
  let [next, width, at, from] = [FIRST, MIN_WIDTH, 0, 0];
  let [buffer, bits, lastStart, lastLength] = [0, 0, 0, 0];
  while (at < size) {
    while (bits < width && from < code.length) {
      buffer = ((buffer << 8) | (code[from++] ?? 0)) & 0xff_ffff;
      bits += 8;
    }
    bits -= width;
    if (bits < 0) break;
    const symbol = (buffer >>> bits) & ((1 << width) - 1);
    if (symbol === END) break;
    if (symbol === CLEAR) {
      [next, width, lastLength] = [FIRST, MIN_WIDTH, 0];
      continue;
    }
    if (lastLength > 0 && next <= LAST_CODE) {
      // The last piece and the byte after it, which is about to be written.
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next += 1;
      width = WIDTHS[next] ?? 12;
    }
    if (symbol >= next) break;
    lastStart = at;
    if (symbol < CLEAR) out[at++] = symbol;
    else at = copyWithin(out, starts[symbol] ?? 0, lengths[symbol] ?? 0, at);
    lastLength = at - lastStart;
  }
  return out.subarray(0, at);
}

/** Copied byte by byte, because the piece may overlap its own output. */
function copyWithin(out: Uint8Array, start: number, length: number, at: number): number {
  const end = Math.min(at + length, out.length);
  for (let to = at, from = start; to < end; to += 1, from += 1) out[to] = out[from] ?? 0;
  return end;
}

/** Slots of the hash table; far more than codes, to keep lookups short. */
const SLOTS = 1 << 14;

/** Packs one strip. */
export function packLzw(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = createCodeWriter(bytes.length);
  const keys = new Int32Array(SLOTS);
  const codes = new Uint16Array(SLOTS);
  let next = FIRST;
  writer.put(CLEAR);
  let prefix = bytes[0] ?? 0;
  /** The reader adds an entry for every code, after which its table may be full or need wider codes. */
  const countEntry = (): boolean => {
    next += 1;
    if (next < LAST_CODE) {
      if (next === 1 << writer.width()) writer.widen();
      return false;
    }
    writer.put(CLEAR);
    writer.reset();
    next = FIRST;
    keys.fill(0);
    return true;
  };
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const key = ((prefix << 8) | byte) + 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1);
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (SLOTS - 1);
    if (keys[slot] === key) {
      prefix = codes[slot] ?? 0;
      continue;
    }
    writer.put(prefix);
    prefix = byte;
    const code = next;
    if (countEntry()) continue;
    keys[slot] = key;
    codes[slot] = code;
  }
  if (bytes.length > 0) {
    writer.put(prefix);
    countEntry();
  }
  writer.put(END);
  return writer.finish();
}

function createCodeWriter(expected: number) {
  let out = new Uint8Array(Math.max(64, expected));
  let [at, buffer, bits, width] = [0, 0, 0, MIN_WIDTH];
  return {
    put(code: number): void {
      if (at + 4 > out.length) {
        const larger = new Uint8Array(out.length * 2);
        larger.set(out);
        out = larger;
      }
      buffer = (buffer << width) | code;
      bits += width;
      while (bits >= 8) {
        bits -= 8;
        out[at++] = buffer >>> bits;
      }
      buffer &= (1 << bits) - 1;
    },
    width: () => width,
    widen(): void {
      width += 1;
    },
    reset(): void {
      width = MIN_WIDTH;
    },
    finish(): Uint8Array<ArrayBuffer> {
      if (bits > 0) out[at++] = buffer << (8 - bits);
      return out.slice(0, at);
    },
  };
}
