import { ConversionError } from '@bakkum/conversion/errors';
import { isStackOverflow } from '@bakkum/conversion/platform-errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  type Notes,
  Real,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';
import { decode, encode } from '@toon-format/toon';

/** Token-Oriented Object Notation: the JSON data model with tables as rows. */
export const toon: DataFormat = {
  read(text) {
    try {
      return valueOf(decode(text.replace(/^\ufeff/, '')), 0);
    } catch (cause) {
      if (cause instanceof ConversionError || isStackOverflow(cause)) throw cause;
      throw new ConversionError('corrupt', 'not TOON', { cause });
    }
  },
  write: (value, notes) => `${encode(plainOf(value, notes))}\n`,
};

function valueOf(value: unknown, depth: number): Value {
  assertDepth(depth);
  if (Array.isArray(value)) return value.map((child: unknown) => valueOf(child, depth + 1));
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, child]) => [key, valueOf(child, depth + 1)]));
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'bigint' ? wholeNumber(value) : null;
}

/** Integers past 2^53, dates and bytes become strings. */
function plainOf(value: Value, notes: Notes): unknown {
  if (isList(value)) return value.map((child) => plainOf(child, notes));
  if (isTable(value)) return Object.fromEntries([...value].map(([key, child]) => [key, plainOf(child, notes)]));
  if (value instanceof Real) return value.value;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  notes.lose('types-changed');
  return wordsOf(value);
}
