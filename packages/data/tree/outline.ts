import { isList, isTable, type Value, wordsOf } from './value.ts';

/** Readable outline of data: one line per value, nested values indented by two spaces, list items with a dash. */
export function outlineOf(value: Value, level = 0): string {
  const indent = '  '.repeat(level);
  if (isTable(value)) return [...value].map(([key, child]) => memberLine(key, child, level)).join('');
  if (isList(value))
    return value
      .map((child) => (isScalar(child) ? `${indent}- ${oneLine(child)}\n` : `${indent}-\n${outlineOf(child, level + 1)}`))
      .join('');
  return `${indent}${oneLine(value)}\n`;
}

function memberLine(key: string, child: Value, level: number): string {
  const indent = '  '.repeat(level);
  return isScalar(child) ? `${indent}${key}: ${oneLine(child)}\n` : `${indent}${key}:\n${outlineOf(child, level + 1)}`;
}

const isScalar = (value: Value): boolean => !isTable(value) && !isList(value);

const oneLine = (value: Value): string => wordsOf(value).replaceAll(/(?:(?<!\s)\s+)?[\r\n]\s*/g, ' ');
