const CANDIDATES = [',', ';', '\t', '|'] as const;
const SAMPLE = 65_536;
/** A cell and its terminator. Quotes are doubled inside quotes (RFC 4180). */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"?[^SEPARATOR\r\n]*|([^\r\n]*?))([SEPARATOR]|\r\n|\r|\n|$)/;

/** Reads the cells of each non-empty line; the separator is the most frequent one in the first line. */
export function readRows(text: string): readonly (readonly string[])[] {
  const plain = text.replace(/^\ufeff/, '');
  const pattern = new RegExp(CELL.source.replaceAll('SEPARATOR', separatorOf(plain)), 'y');
  const rows: string[][] = [[]];
  while (pattern.lastIndex < plain.length) {
    const [whole, quoted, bare = '', end = ''] = pattern.exec(plain) ?? [''];
    if (whole === '') break;
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (/[\r\n]/.test(end)) rows.push([]);
    else if (end !== '' && pattern.lastIndex >= plain.length) rows.at(-1)?.push('');
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

function separatorOf(text: string): string {
  const [first = ''] = text
    .slice(0, SAMPLE)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/);
  const count = (candidate: string): number => first.split(candidate).length;
  return CANDIDATES.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Writes lines with RFC 4180 line ends; quotes cells where required. */
export function writeRows(rows: readonly (readonly string[])[], separator = ','): string {
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join('');
}
