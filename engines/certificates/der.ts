import { concat } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** An ASN.1 value in BER or DER encoding (X.690). */
export type Asn1 = {
  /** 0 universal, 1 application, 2 context, 3 private. */
  readonly kind: number;
  readonly tag: number;
  readonly content: Uint8Array<ArrayBuffer>;
  /** Header and content as stored in the file. */
  readonly whole: Uint8Array<ArrayBuffer>;
  /** Children of a constructed value; `undefined` for a primitive one. */
  readonly inner: readonly Asn1[] | undefined;
};

export const TAG = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  nothing: 5,
  object: 6,
  sequence: 16,
  set: 17,
  utcTime: 23,
  time: 24,
} as const;

const MAX_DEPTH = 64;
/** Each value takes at least two bytes of the file and about a hundred in memory. */
const MAX_VALUES = 1_000_000;

export const damaged = (what: string): ConversionError => new ConversionError('corrupt', what);

/** Reads the value at the start of the file and ignores trailing bytes. Errors: `corrupt`, `too-large`. */
export function readAsn1(bytes: Uint8Array<ArrayBuffer>): Asn1 {
  return new Reader(bytes).value(0, bytes.length, 0).value;
}

type Read = { readonly value: Asn1; readonly end: number };
type Head = {
  readonly kind: number;
  readonly tag: number;
  readonly constructed: boolean;
  readonly at: number;
  readonly length: number;
};

class Reader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #values = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  #byte(at: number, end: number): number {
    const byte = at < end ? this.#bytes[at] : undefined;
    if (byte === undefined) throw damaged('a value is cut off');
    return byte;
  }

  #head(start: number, end: number): Head {
    const first = this.#byte(start, end);
    let at = start + 1;
    let tag = first & 31;
    if (tag === 31) {
      tag = 0;
      for (let byte = 0x80; byte & 0x80; at += 1) {
        byte = this.#byte(at, end);
        tag = tag * 128 + (byte & 127);
        if (tag > 0xffff) throw damaged('a tag nobody has');
      }
    }
    let length = this.#byte(at, end);
    at += 1;
    if (length === 0x80) length = -1;
    else if (length > 0x80) {
      const size = length & 127;
      if (size > 6) throw damaged('a length longer than any file');
      length = 0;
      for (const until = at + size; at < until; at += 1) length = length * 256 + this.#byte(at, end);
    }
    return { kind: first >> 6, tag, constructed: (first & 32) !== 0, at, length };
  }

  value(start: number, end: number, depth: number): Read {
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MAX_VALUES) throw new ConversionError('too-large', 'too many values in values');
    const { kind, tag, constructed, at, length } = this.#head(start, end);
    if (length >= 0 && at + length > end) throw damaged('a value is longer than what it stands in');
    if (length < 0 && !constructed) throw damaged('bytes without an end');
    const inner: Asn1[] = [];
    const until = length < 0 ? end : at + length;
    let next = at;
    while (constructed && (length < 0 ? !this.#isEnd(next, end) : next < until)) {
      const read = this.value(next, until, depth + 1);
      inner.push(read.value);
      next = read.end;
    }
    const stop = length < 0 ? next : until;
    const last = length < 0 ? stop + 2 : stop;
    const value = { kind, tag, content: this.#bytes.subarray(at, stop), whole: this.#bytes.subarray(start, last) };
    return { value: { ...value, inner: constructed ? inner : undefined }, end: last };
  }

  /** Two zero bytes end a value of indefinite length. */
  #isEnd(at: number, end: number): boolean {
    return this.#byte(at, end) === 0 && this.#byte(at + 1, end) === 0;
  }
}

export const isUniversal = (value: Asn1 | undefined, tag: number): value is Asn1 => value?.kind === 0 && value.tag === tag;
export const isContext = (value: Asn1 | undefined, tag: number): value is Asn1 => value?.kind === 2 && value.tag === tag;

/** Returns the children of a constructed value. Errors: `corrupt` for a primitive one. */
export function partsOf(value: Asn1 | undefined): readonly Asn1[] {
  if (value?.inner === undefined) throw damaged('a list of values is missing');
  return value.inner;
}

export function objectId(value: Asn1 | undefined): string {
  if (!isUniversal(value, TAG.object)) throw damaged('a name of an object is missing');
  const parts: number[] = [];
  let part = 0;
  for (const byte of value.content) {
    part = part * 128 + (byte & 127);
    if (byte & 128) continue;
    parts.push(part);
    part = 0;
  }
  const [first = 0, ...others] = parts;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...others].join('.');
}

/** Returns the bytes of an octet string, joining segments. */
export function octetsOf(value: Asn1): Uint8Array<ArrayBuffer> {
  if (value.inner === undefined) return value.content;
  const pieces = value.inner.map(octetsOf);
  const joined = concat(pieces);
  return joined;
}

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function integerOf(value: Asn1 | undefined): bigint {
  if (!isUniversal(value, TAG.integer) || value.content.length === 0) throw damaged('a number is missing');
  return BigInt.asIntN(value.content.length * 8, BigInt(`0x${hexOf(value.content)}`));
}

/** Returns the bit length of an integer such as a modulus. */
export const bitLength = (value: Asn1 | undefined): number => {
  const digits = hexOf(value?.content ?? new Uint8Array()).replace(/^0+/, '');
  return digits === '' ? 0 : (digits.length - 1) * 4 + Number.parseInt(digits.slice(0, 1), 16).toString(2).length;
};

const WIDE: ReadonlySet<number> = new Set([30]);

/** Decodes any ASN.1 string type. */
export function stringOf(value: Asn1): string {
  if (WIDE.has(value.tag)) return new TextDecoder('utf-16be').decode(value.content);
  return new TextDecoder(value.tag === 20 ? 'latin1' : 'utf-8').decode(value.content);
}

/** Returns a time in ISO 8601. Two-digit years mean 1950 to 2049 (RFC 5280, 4.1.2.5.1). */
export function timeOf(value: Asn1 | undefined): string {
  const text = value ? stringOf(value) : '';
  const isShort = isUniversal(value, TAG.utcTime);
  const [, year = '', month, day, hour, minute, second = '00'] =
    (isShort ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?/).exec(text) ?? [];
  if (year === '') throw damaged('a time is missing');
  const century = isShort ? (Number(year) < 50 ? '20' : '19') : '';
  return `${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
