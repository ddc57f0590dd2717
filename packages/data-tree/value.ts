import { ConversionError } from '@bakkum/conversion/errors';

/** What was written as a number with a fraction although it has none: `1.0` stays one. A decimal keeps its `digits`. */
export class Real {
  readonly value: number;
  readonly digits: string | undefined;
  constructor(value: number, digits?: string) {
    this.value = value;
    this.digits = digits;
  }
}

/** A decimal as its digits without a point, and how many of them stand behind it. */
export function decimalOf(unscaled: bigint, scale: number): number | bigint | Real {
  if (scale <= 0) return wholeNumber(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const text = `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return new Real(Number(text), text);
}

/** A date or a time in the spelling of ISO 8601; `instant` ends in a zone, the others belong to no place. */
export class Moment {
  readonly iso: string;
  readonly kind: 'instant' | 'date-time' | 'date' | 'time';
  constructor(iso: string, kind: Moment['kind']) {
    this.iso = iso;
    this.kind = kind;
  }
}

export type Table = ReadonlyMap<string, Value>;

/** Data without a format. Whole numbers past 2^53 are `bigint`; the order of keys is kept. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Real
  | Moment
  | Uint8Array<ArrayBuffer>
  | readonly Value[]
  | Table;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isTable = (value: Value): value is Table => value instanceof Map;

/** What a person should know of what a format could not hold. */
export type Loss = 'types-changed' | 'structure-changed' | 'comments-dropped' | 'cells-cut' | 'damaged-source';

/** Hears what is lost. */
export type Notes = { lose(loss: Loss): void };

export type DataFormat =
  | {
      readonly read: (text: string, notes: Notes) => Value;
      readonly write: (value: Value, notes: Notes) => string;
      readonly binary?: never;
    }
  | {
      readonly binary: true;
      readonly read: (bytes: Uint8Array<ArrayBuffer>, notes: Notes) => Value;
      readonly write: (value: Value, notes: Notes) => Uint8Array<ArrayBuffer>;
    };

/** Deeper nesting is made to break programs, not to say something. */
export const MOST_DEPTH = 256;

export function assertDepth(depth: number): void {
  if (depth > MOST_DEPTH) throw new ConversionError('too-large', `nested deeper than ${MOST_DEPTH}`);
}

export const corrupt = (what: string): ConversionError => new ConversionError('corrupt', what);

/** A whole number as what holds it. */
export function wholeNumber(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** A number that came with a fraction, or from where all have one. */
export const realNumber = (value: number): number | Real => (Number.isInteger(value) ? new Real(value) : value);

/** Numbers that only a floating point keeps as they are: with a fraction, or zero below zero. */
export function isReal(value: number | bigint | Real): value is number | Real {
  return value instanceof Real || (typeof value === 'number' && (!Number.isInteger(value) || Object.is(value, -0)));
}

/** A moment without the thousandths it has none of. */
export const plainIso = (time: Date): string => time.toISOString().replace('.000Z', 'Z');

/** A scalar in words, for formats that know nothing else. */
export function wordsOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Real && value.digits !== undefined) return value.digits;
  if (value instanceof Real)
    return Number.isInteger(value.value) && Math.abs(value.value) < 1e21 ? value.value.toFixed(1) : String(value.value);
  if (value instanceof Moment) return value.iso;
  if (value instanceof Uint8Array) return base64(value);
  if (isList(value) || isTable(value)) throw new TypeError('not a scalar');
  return String(value);
}

export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s+/g, '')), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new ConversionError('corrupt', 'not base64', { cause });
  }
}
