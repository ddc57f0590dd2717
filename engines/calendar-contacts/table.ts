import { ConversionError } from '@bakkum/conversion/errors';
import { readRows } from '@bakkum/delimited-text/rows';

/** A table row with cells by column name, in lower case without spaces. */
export type Row = { cell(...names: readonly string[]): string };

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_]/g, '');

/** @throws unsupported-feature if none of the required columns exist */
export function rowsOf(text: string, needed: readonly string[]): readonly Row[] {
  const [header = [], ...rows] = readRows(text);
  const names = header.map(plain);
  if (!needed.some((name) => names.includes(plain(name))) || rows.length === 0)
    throw new ConversionError('unsupported-feature', `no column of ${needed.join(', ')}`);
  return rows.map((cells) => ({
    cell: (...wanted) => {
      for (const name of wanted) {
        const text = cells[names.indexOf(plain(name))]?.trim();
        if (text !== undefined && text !== '') return text;
      }
      return '';
    },
  }));
}
