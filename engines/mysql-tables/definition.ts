import { startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import type { DataSource } from '@bakkum/data-tree/data-reader';
import { type Value } from '@bakkum/data-tree/value';
import { charsetOf, typeOf } from './types.ts';

/** The offset of the column definitions is stored after the header and its names. */
const HEAD = 64;
const FORM = 288;
const COLUMN = 17;
const SEPARATOR = 0xff;
const IS_NULLABLE = 0x8000;
const OF_LETTERS = /^(?:char|varchar|enum|set|\w*text)/;

/** Reads the columns of a table from an `.frm` file of MySQL 5 or MariaDB. Errors: `corrupt`, `unsupported-feature` for views. */
export function readDefinition({ bytes }: DataSource): Value {
  if (startsWith(bytes, 'TYPE=VIEW')) throw new ConversionError('unsupported-feature', 'a view');
  if (bytes[0] !== 0xfe || bytes[1] !== 0x01) throw corrupt('no table of MySQL');
  try {
    return columnsIn(bytes);
  } catch (cause) {
    throw cause instanceof RangeError ? new ConversionError('corrupt', 'it ends too early', { cause }) : cause;
  }
}

function columnsIn(bytes: Uint8Array<ArrayBuffer>): Value {
  const view = viewOf(bytes);
  const form = view.getUint32(HEAD + view.getUint16(4, true), true);
  const [columns, screens, names, choices] = [258, 260, 268, 274].map((at) => view.getUint16(form + at, true));
  const first = form + FORM + (screens ?? 0);
  const namesAt = first + (columns ?? 0) * COLUMN;
  const choicesAt = namesAt + (names ?? 0);
  const known = wordsBetween(bytes.subarray(namesAt, choicesAt));
  const lists = listsIn(bytes.subarray(choicesAt, choicesAt + (choices ?? 0)));
  let commentAt = choicesAt + (choices ?? 0);
  return Array.from({ length: columns ?? 0 }, (_, index) => {
    const at = first + index * COLUMN;
    const flags = view.getUint16(at + 8, true);
    const charset = view.getUint8(at + 14) + view.getUint8(at + 11) * 256;
    const commentLength = view.getUint16(at + 15, true);
    const comment = utf8(bytes.subarray(commentAt, commentAt + commentLength));
    commentAt += commentLength;
    const choice = lists[view.getUint8(at + 12) - 1] ?? [];
    const type = typeOf({ code: view.getUint8(at + 13), length: view.getUint16(at + 3, true), flags, charset, choices: choice });
    const name = known[index];
    if (name === undefined) throw corrupt('a column without a name');
    return new Map<string, Value>([
      ['name', name],
      ['type', type],
      ['nullable', (flags & IS_NULLABLE) !== 0],
      ['character set', OF_LETTERS.test(type) ? charsetOf(charset) : null],
      ['comment', comment === '' ? null : comment],
    ]);
  });
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Reads strings separated and terminated by a delimiter. */
function wordsBetween(bytes: Uint8Array): readonly string[] {
  const words: string[] = [];
  let start = bytes.indexOf(SEPARATOR) + 1;
  for (let end = bytes.indexOf(SEPARATOR, start); start > 0 && end >= 0; end = bytes.indexOf(SEPARATOR, start)) {
    words.push(utf8(bytes.subarray(start, end)));
    start = end + 1;
  }
  return words;
}

/** Reads the values of enum and set columns, list after list. */
function listsIn(bytes: Uint8Array): readonly (readonly string[])[] {
  const lists: (readonly string[])[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start);
    lists.push(wordsBetween(bytes.subarray(start, end < 0 ? bytes.length : end)));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lists;
}
