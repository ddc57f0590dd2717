import { encodeBase64 } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  Moment,
  type Notes,
  Real,
  realNumber,
  type Table,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';
import { parse, TomlDate, TomlError } from 'smol-toml';

/** TOML 1.0. It has no null; a value that is not a table goes under the key `value`. */
export const toml: DataFormat = {
  read(text, notes) {
    if (/^[^"'#\n\r\u2028\u2029]*#/m.test(text)) notes.lose('comments-dropped');
    return valueOf(parsed(text), 0);
  },
  write(value, notes) {
    if (!isTable(value)) notes.lose('structure-changed');
    return tableText(isTable(value) ? value : new Map([['value', value]]), [], notes).replace(/^\n+/, '');
  },
};

/** The parser reports nesting only in words, so deeply nested text is refused beforehand. */
const TOO_DEEP = /(?:[[{]\s*){300}/;

function parsed(text: string): unknown {
  if (TOO_DEEP.test(text)) throw new ConversionError('too-large', 'nested too deep');
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (cause) {
    if (cause instanceof TomlError) throw new ConversionError('corrupt', `line ${cause.line}, column ${cause.column}`, { cause });
    throw cause;
  }
}

function valueOf(value: unknown, depth: number): Value {
  assertDepth(depth);
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return realNumber(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof TomlDate) return momentOf(value);
  if (Array.isArray(value)) return value.map((child) => valueOf(child, depth + 1));
  if (typeof value !== 'object' || value === null) throw new TypeError('no value of TOML');
  return new Map(Object.entries(value).map(([key, child]) => [key, valueOf(child, depth + 1)]));
}

function momentOf(date: TomlDate): Moment {
  const kind = date.isTime() ? 'time' : date.isDate() ? 'date' : date.isLocal() ? 'date-time' : 'instant';
  return new Moment(date.toISOString().replace(/\.000(?=$|Z|[+-])/, ''), kind);
}

const keyText = (key: string): string => (/^[\w-]+$/.test(key) ? key : stringText(key));

function stringText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

const isTables = (value: Value): value is readonly Table[] => isList(value) && value.length > 0 && value.every(isTable);

/** Writes plain keys first, because everything after a heading belongs to it. */
function tableText(table: Table, path: readonly string[], notes: Notes): string {
  const plain: string[] = [];
  const headed: string[] = [];
  for (const [key, value] of table) {
    const inner = [...path, key];
    const heading = inner.map(keyText).join('.');
    if (value === null) notes.lose('types-changed');
    else if (isTable(value)) headed.push(`\n[${heading}]\n${tableText(value, inner, notes)}`);
    else if (isTables(value)) for (const each of value) headed.push(`\n[[${heading}]]\n${tableText(each, inner, notes)}`);
    else plain.push(`${keyText(key)} = ${inlineText(value, notes)}\n`);
  }
  return plain.join('') + headed.join('');
}

function inlineText(value: Value, notes: Notes): string {
  if (isList(value))
    return `[${withoutNulls(value, notes)
      .map((child) => inlineText(child, notes))
      .join(', ')}]`;
  if (isTable(value)) {
    const members = [...value].filter(([, child]) => child !== null);
    if (members.length < value.size) notes.lose('types-changed');
    return `{ ${members.map(([key, child]) => `${keyText(key)} = ${inlineText(child, notes)}`).join(', ')} }`.replace(
      '{  }',
      '{}',
    );
  }
  if (typeof value === 'string') return stringText(value);
  if (value instanceof Uint8Array) {
    notes.lose('types-changed');
    return stringText(encodeBase64(value));
  }
  if (typeof value === 'bigint' && (value >= 2n ** 63n || value < -(2n ** 63n))) {
    notes.lose('types-changed');
    return stringText(String(value));
  }
  if (value instanceof Real || typeof value === 'number') return numberText(value);
  return wordsOf(value);
}

function withoutNulls(list: readonly Value[], notes: Notes): readonly Value[] {
  const rest = list.filter((child) => child !== null);
  if (rest.length < list.length) notes.lose('types-changed');
  return rest;
}

function numberText(value: Real | number): string {
  const number = value instanceof Real ? value.value : value;
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  return wordsOf(value).replace(/^(-?\d+)e/, '$1.0e');
}
