import { isList, isTable, type Notes, Real, type Value, wordsOf } from './value.ts';

/**
 * JSON indented by two spaces per level, or on one line with `indent` 0. Dates become text and bytes base64, since JSON has
 * neither.
 */
export function jsonText(value: Value, notes: Notes, indent = 2, level = 0): string {
  const line = indent === 0 ? '' : `\n${' '.repeat(indent * (level + 1))}`;
  const end = indent === 0 ? '' : `\n${' '.repeat(indent * level)}`;
  const inner = (child: Value): string => jsonText(child, notes, indent, level + 1);
  if (isList(value)) return value.length === 0 ? '[]' : `[${line}${value.map(inner).join(`,${line}`)}${end}]`;
  if (isTable(value)) {
    const colon = indent === 0 ? ':' : ': ';
    const members = [...value].map(([key, child]) => `${JSON.stringify(key)}${colon}${inner(child)}`);
    return members.length === 0 ? '{}' : `{${line}${members.join(`,${line}`)}${end}}`;
  }
  return scalarText(value, notes);
}

function scalarText(value: Value, notes: Notes): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint' || value instanceof Real)
    return value instanceof Real && !Number.isFinite(value.value) ? 'null' : wordsOf(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
    notes.lose('types-changed');
    return 'null';
  }
  notes.lose('types-changed');
  return JSON.stringify(wordsOf(value));
}

/** JSON on one line. */
export const jsonLine = (value: Value, notes: Notes): string => jsonText(value, notes, 0);
