import { decodeBase64, encodeBase64 } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** A number written with a fraction that has none: `1.0` stays `1.0`. A decimal keeps its `digits`. */
export class Real {
  readonly value: number;
  readonly digits: string | undefined;
  constructor(value: number, digits?: string) {
    this.value = value;
    this.digits = digits;
  }
}

/** A decimal from its digits without a point and the number of digits after the point. */
export function decimalOf(unscaled: bigint, scale: number): number | bigint | Real {
  if (scale <= 0) return wholeNumber(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const text = `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return new Real(Number(text), text);
}

/** A date or time in ISO 8601; `instant` ends with a zone, the others have none. */
export class Moment {
  readonly iso: string;
  readonly kind: 'instant' | 'date-time' | 'date' | 'time';
  constructor(iso: string, kind: Moment['kind']) {
    this.iso = iso;
    this.kind = kind;
  }
}

export type Table = ReadonlyMap<string, Value>;

/** Data independent of a format. Integers beyond 2^53 are `bigint`; the order of keys is preserved. */
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

/** Information that a format could not hold. */
export type Loss = 'types-changed' | 'structure-changed' | 'comments-dropped' | 'cells-cut' | 'damaged-source';

/** Receives each loss. */
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

/** Deeper nesting only occurs in files made to break programs. */
export const MAX_DEPTH = 256;

export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new ConversionError('too-large', `nested deeper than ${MAX_DEPTH}`);
}

/** An integer as `number` if it is safe, otherwise as `bigint`. */
export function wholeNumber(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** A number from a format that marks it as having a fraction, or where every number has one. */
export const realNumber = (value: number): number | Real => (Number.isInteger(value) ? new Real(value) : value);

/** Whether only floating point represents the number: it has a fraction, or is negative zero. */
export function isReal(value: number | bigint | Real): value is number | Real {
  return value instanceof Real || (typeof value === 'number' && (!Number.isInteger(value) || Object.is(value, -0)));
}

/** ISO 8601 without milliseconds if they are zero. */
export const plainIso = (time: Date): string => time.toISOString().replace('.000Z', 'Z');

/** A scalar as text, for formats that have only text. */
export function wordsOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Real && value.digits !== undefined) return value.digits;
  if (value instanceof Real)
    return Number.isInteger(value.value) && Math.abs(value.value) < 1e21 ? value.value.toFixed(1) : String(value.value);
  if (value instanceof Moment) return value.iso;
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (isList(value) || isTable(value)) throw new TypeError('not a scalar');
  return String(value);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeBase64(text);
  } catch (cause) {
    throw new ConversionError('corrupt', 'not base64', { cause });
  }
}
