import { corrupt } from '@bakkum/conversion/errors';
import { type DataFormat, isList, isTable, type Table, type Value } from '@bakkum/data-tree/value';
import { json } from './json.ts';

/** Reads a bibliography (CSL JSON) as one record per reference, with people and dates as text for display in a table. */
export const references: DataFormat = {
  read(text, notes) {
    const value = json.binary ? null : json.read(text, notes);
    const list = isList(value) ? value : [value];
    return list.map((each) => {
      if (!isTable(each)) throw corrupt('no reference where one should be');
      return new Map([...each].map(([key, field]) => [key, fieldOf(field)]));
    });
  },
  write: (value, notes) => (json.binary ? '' : json.write(value, notes)),
};

function fieldOf(field: Value): Value {
  if (isTable(field)) return dateOf(field) ?? nameOf(field) ?? field;
  if (!isList(field) || !field.every(isTable)) return field;
  const names = field.map(nameOf);
  return names.every((name) => name !== undefined) ? names.join('; ') : field;
}

const wordIn = (table: Table, key: string): string => {
  const value = table.get(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** `Family, Given`, or the name of an institution. */
function nameOf(person: Table): string | undefined {
  const literal = wordIn(person, 'literal');
  if (literal !== '') return literal;
  const family = [wordIn(person, 'non-dropping-particle'), wordIn(person, 'family')].filter((part) => part !== '').join(' ');
  const given = [wordIn(person, 'given'), wordIn(person, 'suffix')].filter((part) => part !== '').join(', ');
  return family === '' ? undefined : given === '' ? family : `${family}, ${given}`;
}

/** `2020-03-05` with as many parts as are known; a range has a slash (ISO 8601). */
function dateOf(date: Table): string | undefined {
  const parts = date.get('date-parts');
  if (parts === undefined || !isList(parts)) return wordIn(date, 'raw') || undefined;
  const days = parts.map((day) => (isList(day) ? day.map(twoDigits).join('-') : ''));
  return days.filter((day) => day !== '').join('/');
}

const twoDigits = (part: Value): string =>
  typeof part === 'number' || typeof part === 'string' ? String(part).padStart(2, '0') : '';
