/** A number, or a name with its slash. Other operands, such as strings and arrays, are left out. */
export type Operand = number | string;

const SLASH = 0x2f;
const DELIMITERS: ReadonlySet<number> = new Set([0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d, SLASH, 0x25]);
const SPACES: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);

/** Where each operand begins, and where the operator ends. */
export type Places = { readonly operands: readonly number[]; readonly end: number };

/** Iterates over the operators of a content stream (ISO 32000-1, 7.8.2) with their operands. Inline images are skipped. */
export function* contentOperators(
  bytes: Uint8Array,
): Generator<readonly [operator: string, operands: readonly Operand[], places: Places]> {
  let operands: Operand[] = [];
  let starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (SPACES.has(byte)) at += 1;
    else if (byte === 0x28) at = afterString(bytes, at);
    else if (byte === 0x3c && bytes[at + 1] !== 0x3c) at = afterByte(bytes, at, 0x3e);
    else if (byte === 0x25) at = afterLine(bytes, at);
    else if (byte !== SLASH && DELIMITERS.has(byte)) at += 1;
    else {
      const start = at;
      const end = afterToken(bytes, at + 1);
      const token = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + MAX_TOKEN)));
      at = end;
      const number = byte === SLASH ? Number.NaN : Number(token);
      if (byte === SLASH || !Number.isNaN(number)) {
        operands.push(byte === SLASH ? token : number);
        starts.push(start);
      } else {
        if (token === 'ID') at = afterInlineImage(bytes, at);
        yield [token, operands, { operands: starts, end }];
        operands = [];
        starts = [];
      }
    }
  }
}

/** Longer tokens are neither names nor numbers that matter. */
const MAX_TOKEN = 256;

function afterToken(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !SPACES.has(bytes[at] ?? 0) && !DELIMITERS.has(bytes[at] ?? 0)) at += 1;
  return at;
}

function afterByte(bytes: Uint8Array, start: number, byte: number): number {
  const end = bytes.indexOf(byte, start);
  return end < 0 ? bytes.length : end + 1;
}

function afterLine(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}

function afterString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29 && --depth === 0) return at + 1;
  }
  return bytes.length;
}

/** Returns the position after `EI` between white space. */
function afterInlineImage(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 2 < bytes.length; at += 1) {
    const isEnd = bytes[at + 1] === 0x45 && bytes[at + 2] === 0x49;
    if (isEnd && SPACES.has(bytes[at] ?? 0) && SPACES.has(bytes[at + 3] ?? 32)) return at + 3;
  }
  return bytes.length;
}
