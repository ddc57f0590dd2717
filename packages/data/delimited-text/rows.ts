const CANDIDATES = [',', ';', '\t', '|'] as const;
const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];

/** Reads the cells of each line that is not blank. The separator is detected if absent: the one that splits most lines alike. */
export function readLines(text: string, separator?: string): readonly (readonly string[])[] {
  const plain = text.replace(/^\ufeff/, '');
  return rowsOf(plain, separator ?? guessSeparator(plain));
}

/** The same without lines whose cells are all empty. */
export const readRows = (text: string): readonly (readonly string[])[] =>
  readLines(text).filter((row) => row.some((cell) => cell !== ''));

/** Slices cells out of the text: joining them character by character would take thirty times the memory for a long cell. */
function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const mark = separator.charCodeAt(0);
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text.charCodeAt(at) === QUOTE ? quotedCell(text, at, mark) : bareCell(text, at, mark, '');
    row.push(cell);
    const next = text.charCodeAt(end);
    at = end + (next === RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
    if (next === mark && at < text.length) continue;
    if (next === mark) row.push('');
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
  }
  return rows;
}

type Cut = { readonly cell: string; readonly end: number };

/** Reads a cell up to the separator, a line end, or the end of the text. */
function bareCell(text: string, start: number, mark: number, before: string): Cut {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === mark || code === LINE_FEED || code === RETURN) break;
  }
  return { cell: before + text.slice(start, end), end };
}

/** Doubled quotes are unescaped (RFC 4180); text after the closing quote still belongs to the cell. */
function quotedCell(text: string, start: number, mark: number): Cut {
  let close = text.indexOf('"', start + 1);
  let hasQuotes = false;
  while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
    hasQuotes = true;
    close = text.indexOf('"', close + 2);
  }
  const inner = text.slice(start + 1, close < 0 ? text.length : close);
  const cell = hasQuotes ? inner.replaceAll('""', '"') : inner;
  return close < 0 ? { cell, end: text.length } : bareCell(text, close + 1, mark, cell);
}

function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, 20);
  const scores = CANDIDATES.map((candidate) => {
    const counts = lines.map((line) => line.split(candidate).length - 1);
    const [first = 0] = counts;
    return { candidate, score: first === 0 ? 0 : counts.filter((count) => count === first).length * 100 + first };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).candidate;
}

/** Writes lines with RFC 4180 line ends; quotes cells where required. */
export function writeRows(rows: readonly (readonly string[])[], separator = ','): string {
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join('');
}
