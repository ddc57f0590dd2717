import { encodeHex } from '@bakkum/bytes/bytes';
import { decimalOf, Moment, plainIso, type Value } from '@bakkum/data-tree/value';
import type { Read } from './reading.ts';

type Definition = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;

/**
 * Wraps a reader to apply the logical type of a schema (Avro 1.12, "Logical Types"); `undefined` if there is none or it is
 * unknown.
 */
export function logicalValue(definition: Definition, read: Read): Read | undefined {
  const { logicalType } = definition;
  if (logicalType === 'decimal') {
    const scale = typeof definition['scale'] === 'number' ? definition['scale'] : 0;
    return (input, depth) => decimal(read(input, depth), scale);
  }
  const meaning = typeof logicalType === 'string' ? MEANINGS[logicalType] : undefined;
  return meaning && ((input, depth) => numberOr(read(input, depth), meaning));
}

function numberOr(value: Value, meaning: (value: bigint) => Value | undefined): Value {
  return typeof value === 'number' || typeof value === 'bigint' ? (meaning(BigInt(value)) ?? value) : value;
}

const MEANINGS: Readonly<Record<string, (value: bigint) => Value | undefined>> = {
  date: (days) => dated(Number(days) * DAY_MS, (iso) => new Moment(iso.slice(0, 10), 'date')),
  'time-millis': (value) => timeOfDay(value, 3),
  'time-micros': (value) => timeOfDay(value, 6),
  'timestamp-millis': (value) => instant(value, 3, 'instant'),
  'timestamp-micros': (value) => instant(value, 6, 'instant'),
  'timestamp-nanos': (value) => instant(value, 9, 'instant'),
  'local-timestamp-millis': (value) => instant(value, 3, 'date-time'),
  'local-timestamp-micros': (value) => instant(value, 6, 'date-time'),
  'local-timestamp-nanos': (value) => instant(value, 9, 'date-time'),
};

/** Returns the plain number for dates outside the range of `Date`. */
function dated(milliseconds: number, moment: (iso: string) => Moment): Moment | undefined {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? undefined : moment(plainIso(time));
}

function timeOfDay(value: bigint, digits: number): Value | undefined {
  const whole = instant(value, digits, 'date-time');
  return whole?.iso.startsWith('1970-01-01T') ? new Moment(whole.iso.slice(11), 'time') : undefined;
}

/** `digits`: decimal digits of the second. */
function instant(value: bigint, digits: number, kind: 'instant' | 'date-time'): Moment | undefined {
  const unit = 10n ** BigInt(digits);
  const fraction = ((value % unit) + unit) % unit;
  const seconds = (value - fraction) / unit;
  const parts =
    fraction === 0n
      ? ''
      : `.${String(fraction)
          .padStart(digits, '0')
          .replace(/(?<!0)0+$/, '')}`;
  return dated(Number(seconds) * 1000, (iso) => new Moment(`${iso.slice(0, -1)}${parts}${kind === 'instant' ? 'Z' : ''}`, kind));
}

function decimal(value: Value, scale: number): Value {
  if (!(value instanceof Uint8Array)) return value;
  const digits = encodeHex(value);
  const unscaled = digits === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${digits}`));
  return decimalOf(unscaled, scale);
}
