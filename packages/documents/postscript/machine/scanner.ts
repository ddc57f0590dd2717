import { ascii85Stream, hexStream } from '../filters/ascii.ts';
import { type ByteStream, drain } from '../filters/byte-stream.ts';
import { array, name, numeric, type PsObject, real, string, textOf } from './objects.ts';
import { PsError } from './program-errors.ts';

const SPACE = 1;
const DELIMITER = 2;
/** Class of a byte between tokens: white space, a delimiter, or part of a word (PLRM 3.2). */
const CLASSES = new Uint8Array(256);
// End of transmission may precede the end of a file and counts as white space.
for (const byte of [0, 4, 9, 10, 12, 13, 26, 32]) CLASSES[byte] = SPACE;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER;

const MAX_STRING_BYTES = 64 * 1024 * 1024;
const MAX_NESTED_PROCEDURES = 200;

/** Resolves a name immediately, for `//name`. */
export type Lookup = (text: string) => PsObject | undefined;

/**
 * The next token of a program, `undefined` at its end.
 * @throws PsError `syntaxerror`
 */
export function scanToken(stream: ByteStream, lookup: Lookup, depth = 0): PsObject | undefined {
  const token = scan(stream, lookup, depth);
  if (token === CLOSE) throw new PsError('syntaxerror', 'a brace too many');
  return token;
}

const CLOSE: PsObject = { kind: 'name', text: '}', executable: true };

function scan(stream: ByteStream, lookup: Lookup, depth: number): PsObject | undefined {
  const byte = skipSpace(stream);
  // An escape starts printer commands after the program.
  if (byte < 0 || byte === 27) return undefined;
  if (CLASSES[byte] !== DELIMITER) return wordObject(readWord(stream, byte));
  switch (byte) {
    case 0x28:
      return string(readLiteral(stream));
    case 0x2f:
      return readSlashed(stream, lookup);
    case 0x3c:
      return readAngled(stream);
    case 0x3e:
      if (stream.read() === 0x3e) return name('>>', true);
      throw new PsError('syntaxerror', 'a lonely >');
    case 0x7b:
      return readProcedure(stream, lookup, depth);
    case 0x7d:
      return CLOSE;
    case 0x5b:
      return name('[', true);
    case 0x5d:
      return name(']', true);
    default:
      throw new PsError('syntaxerror', 'a lonely )');
  }
}

/** Skips white space and comments; returns the next byte, -1 at the end. */
function skipSpace(stream: ByteStream): number {
  for (;;) {
    const byte = stream.read();
    if (byte < 0) return -1;
    if (byte === 0x25) {
      for (let next = stream.read(); next >= 0 && next !== 10 && next !== 13 && next !== 12; ) next = stream.read();
    } else if (CLASSES[byte] !== SPACE) return byte;
  }
}

function readWord(stream: ByteStream, first: number): string {
  let word = first < 0 ? '' : String.fromCharCode(first);
  for (;;) {
    const byte = stream.read();
    if (byte < 0) return word;
    const kind = CLASSES[byte];
    if (kind === DELIMITER) {
      stream.unread(byte);
      return word;
    }
    if (kind === SPACE) {
      // A two-byte line end is one white-space character: the program's data may start right after it.
      if (byte === 13 && stream.peek() === 10) stream.read();
      return word;
    }
    word += String.fromCharCode(byte);
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const RADIX = /^(\d{1,2})#([0-9a-zA-Z]+)$/;

function wordObject(word: string): PsObject {
  return numberOf(word) ?? name(word, true);
}

/** Parses a number (PLRM 3.2.2); `undefined` for anything else. */
export function numberOf(word: string): PsObject | undefined {
  const first = word.charCodeAt(0);
  if (first > 0x39) return undefined;
  if (NUMBER.test(word)) {
    const value = Number(word);
    return /^[+-]?\d+$/.test(word) ? numeric(value) : real(value);
  }
  const [, radix, digits] = RADIX.exec(word) ?? [];
  if (radix === undefined || digits === undefined) return undefined;
  const base = Number(radix);
  if (base < 2 || base > 36) return undefined;
  let value = 0;
  for (const digit of digits) {
    const worth = Number.parseInt(digit, 36);
    if (worth >= base) return undefined;
    value = value * base + worth;
  }
  return value <= 0xffffffff ? numeric(value | 0) : undefined;
}

const ESCAPES: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 };

function readLiteral(stream: ByteStream): Uint8Array {
  const bytes: number[] = [];
  for (let depth = 1; ; ) {
    const byte = stream.read();
    if (byte < 0 || bytes.length > MAX_STRING_BYTES) throw new PsError('syntaxerror', 'a string without an end');
    if (byte === 0x5c) readEscape(stream, bytes);
    else if (byte === 13) {
      if (stream.peek() === 10) stream.read();
      bytes.push(10);
    } else {
      if (byte === 0x28) depth += 1;
      if (byte === 0x29) depth -= 1;
      if (depth === 0) return Uint8Array.from(bytes);
      bytes.push(byte);
    }
  }
}

function readEscape(stream: ByteStream, bytes: number[]): void {
  const byte = stream.read();
  if (byte === 13) {
    if (stream.peek() === 10) stream.read();
    return;
  }
  if (byte === 10) return;
  if (byte < 0x30 || byte > 0x37) {
    bytes.push(ESCAPES[byte] ?? byte);
    return;
  }
  let value = byte - 0x30;
  for (let digits = 1; digits < 3; digits += 1) {
    const next = stream.peek();
    if (next < 0x30 || next > 0x37) break;
    value = value * 8 + stream.read() - 0x30;
  }
  bytes.push(value & 255);
}

function readSlashed(stream: ByteStream, lookup: Lookup): PsObject {
  const isImmediate = stream.peek() === 0x2f;
  if (isImmediate) stream.read();
  const next = stream.peek();
  const text = next < 0 || CLASSES[next] === DELIMITER ? '' : readName(stream);
  if (!isImmediate) return name(text);
  const value = lookup(text);
  if (!value) throw new PsError('undefined', text);
  return value;
}

function readName(stream: ByteStream): string {
  return CLASSES[stream.peek()] === SPACE ? '' : readWord(stream, -1);
}

function readAngled(stream: ByteStream): PsObject {
  const next = stream.peek();
  if (next === 0x3c) {
    stream.read();
    return name('<<', true);
  }
  if (next === 0x7e) {
    stream.read();
    return string(drain(ascii85Stream(stream), MAX_STRING_BYTES));
  }
  return string(drain(hexStream(stream), MAX_STRING_BYTES));
}

function readProcedure(stream: ByteStream, lookup: Lookup, depth: number): PsObject {
  if (depth >= MAX_NESTED_PROCEDURES) throw new PsError('limitcheck', 'procedures too deep');
  const items: PsObject[] = [];
  for (;;) {
    const token = scan(stream, lookup, depth + 1);
    if (token === undefined) throw new PsError('syntaxerror', 'a procedure without an end');
    if (token === CLOSE) return array(items, true, true);
    items.push(token);
  }
}

/** The text of a name or string. */
export function wordsOf(object: PsObject): string | undefined {
  if (object.kind === 'name') return object.text;
  return object.kind === 'string' ? textOf(object.bytes) : undefined;
}
