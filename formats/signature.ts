import type { Signature } from './format.ts';

/** Data that detection reads: the beginning of a file, its end if available, and its length in bytes. */
export type FileBytes = { readonly head: Uint8Array; readonly tail?: Uint8Array; readonly size: number };

/** Hexadecimal bytes at the start of the file. */
export function starts(bytes: string): Signature {
  return at(0, bytes);
}

/** Hexadecimal bytes at an offset; a negative one counts from the end of the file. */
export function at(offset: number, bytes: string): Signature {
  return [{ offset, bytes }];
}

/** ASCII text at an offset, by default the start. */
export function text(characters: string, offset = 0): Signature {
  return at(offset, hexOf(characters));
}

/** Combines signatures into one whose parts must all match. */
export function all(...signatures: readonly Signature[]): Signature {
  return signatures.flat();
}

/** Number of fixed bytes if the signature matches, otherwise 0. Longer is more specific. */
export function signatureLength(signature: Signature, file: FileBytes): number {
  let fixed = 0;
  for (const part of signature) {
    const matched = partLength(part.offset, parse(part.bytes), file);
    if (matched === 0) return 0;
    fixed += matched;
  }
  return fixed;
}

const ANY = -1;
const parsed = new Map<string, readonly number[]>();

/** Parses hexadecimal to byte values, `??` to `ANY`. Cached, because every file is tested against every signature. */
function parse(bytes: string): readonly number[] {
  const known = parsed.get(bytes);
  if (known) return known;
  const pairs = bytes.replaceAll(' ', '').match(/../g) ?? [];
  const values = pairs.map((pair) => (pair === '??' ? ANY : Number.parseInt(pair, 16)));
  parsed.set(bytes, values);
  return values;
}

function partLength(offset: number, values: readonly number[], file: FileBytes): number {
  const source = offset < 0 ? (file.tail ?? new Uint8Array()) : file.head;
  const start = offset < 0 ? source.length + offset : offset;
  if (start < 0 || start + values.length > source.length) return 0;
  let fixed = 0;
  for (const [index, value] of values.entries()) {
    if (value === ANY) continue;
    if (source[start + index] !== value) return 0;
    fixed += 1;
  }
  return fixed;
}

function hexOf(characters: string): string {
  return [...characters].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
