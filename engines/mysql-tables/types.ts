/** Column types by MySQL's number. */
const TYPES: Readonly<Record<number, string>> = {
  0: 'decimal',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  14: 'date',
  15: 'varchar',
  16: 'bit',
  17: 'timestamp',
  18: 'datetime',
  19: 'time',
  245: 'json',
  246: 'decimal',
  247: 'enum',
  248: 'set',
  249: 'tinyblob',
  250: 'mediumblob',
  251: 'longblob',
  252: 'blob',
  253: 'varchar',
  254: 'char',
  255: 'geometry',
};

/** Character sets by the number of their common collations, with the maximum bytes per character. */
const CHARSETS: Readonly<Record<number, readonly [name: string, bytes: number]>> = {
  1: ['big5', 2],
  8: ['latin1', 1],
  11: ['ascii', 1],
  12: ['ujis', 3],
  13: ['sjis', 2],
  19: ['euckr', 2],
  24: ['gb2312', 2],
  28: ['gbk', 2],
  33: ['utf8', 3],
  35: ['ucs2', 2],
  45: ['utf8mb4', 4],
  46: ['utf8mb4', 4],
  47: ['latin1', 1],
  48: ['latin1', 1],
  63: ['binary', 1],
  83: ['utf8', 3],
  85: ['euckr', 2],
  95: ['cp932', 2],
  192: ['utf8', 3],
  224: ['utf8mb4', 4],
  255: ['utf8mb4', 4],
};

const BINARY = 63;
const IS_SIGNED = 1;
const FILLS_UP = 4;
const WHOLE: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint']);

/** Returns the name of a character set, or its number if unknown. */
export const charsetOf = (id: number): string => CHARSETS[id]?.[0] ?? String(id);

export type ColumnType = {
  readonly code: number;
  readonly length: number;
  readonly flags: number;
  readonly charset: number;
  readonly choices: readonly string[];
};

/** Formats a type as in SQL. */
export function typeOf(column: ColumnType): string {
  const name = TYPES[column.code] ?? `type ${column.code}`;
  if (WHOLE.has(name) || name === 'decimal' || name === 'float' || name === 'double') return numberOf(name, column);
  if (name === 'enum' || name === 'set')
    return `${name}(${column.choices.map((each) => `'${each.replaceAll("'", "''")}'`).join(',')})`;
  if (name.endsWith('blob')) return column.charset === BINARY ? name : name.replace('blob', 'text');
  return name === 'varchar' || name === 'char' ? lettersOf(name, column.length, column.charset) : name;
}

function numberOf(name: string, { length, flags }: ColumnType): string {
  const isSigned = (flags & IS_SIGNED) !== 0;
  const behind = `${isSigned ? '' : ' unsigned'}${(flags & FILLS_UP) === 0 ? '' : ' zerofill'}`;
  if (WHOLE.has(name)) return `${name}(${length})${behind}`;
  if (name !== 'decimal') return `${name}${behind}`;
  const scale = (flags >> 8) & 31;
  return `decimal(${length - (scale > 0 ? 1 : 0) - (isSigned ? 1 : 0)},${scale})${behind}`;
}

/** Lengths are stored in bytes, but SQL counts characters. */
function lettersOf(name: string, length: number, charset: number): string {
  if (charset === BINARY) return `${name.replace('char', 'binary')}(${length})`;
  return `${name}(${Math.floor(length / (CHARSETS[charset]?.[1] ?? 1))})`;
}
