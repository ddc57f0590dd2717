import type { Likeness } from './compare.ts';

/** Similarity from which texts count as the same. */
export const SAME_TEXT = 0.98;
const WORST = 10;

export type Row = {
  /** Relative path, for the user only; never in the summary. */
  readonly file: string;
  readonly from: string;
  readonly status: 'compared' | 'ours-failed' | 'native-failed';
  /** Error code of our failed conversion. */
  readonly code: string;
  readonly route: string;
  readonly milliseconds: number;
  readonly likeness?: Likeness;
};

export type Compared = Row & { readonly likeness: Likeness };

export function comparedRows(rows: readonly Row[]): readonly Compared[] {
  return rows.flatMap((row) => (row.likeness ? [{ ...row, likeness: row.likeness }] : []));
}

export function isAlike({ likeness }: Compared): boolean {
  return likeness.pages === likeness.nativePages && likeness.text >= SAME_TEXT;
}

/** Returns rows with the lowest similarity first; a file without a rendered page counts as identical. */
export function worstPictures(rows: readonly Row[]): readonly Compared[] {
  const ink = ({ likeness }: Compared): number => likeness.pictures?.ink ?? 1;
  return comparedRows(rows)
    .toSorted((a, b) => ink(a) - ink(b))
    .slice(0, WORST);
}

const COLUMNS = [
  ...['file', 'from', 'status', 'code', 'route', 'milliseconds', 'pages', 'native pages', 'words', 'native words'],
  ...['text', 'as read', 'as written', 'letters', 'page pictures', 'ink', 'worst ink', 'worst page', 'our fonts', 'native fonts'],
];

export const HEAD_LINE = `${COLUMNS.join('\t')}\n`;

/** Formats one line per file, as soon as it is compared. */
export function rowLine(row: Row): string {
  const cells = [
    row.file,
    row.from,
    row.status,
    row.code,
    row.route,
    Math.round(row.milliseconds),
    ...likenessCells(row.likeness),
  ];
  return `${cells.map((cell) => String(cell).replaceAll(/[\t\r\n]/g, ' ')).join('\t')}\n`;
}

export function toTsv(rows: readonly Row[]): string {
  return `${HEAD_LINE}${rows.map(rowLine).join('')}`;
}

function likenessCells(likeness: Likeness | undefined): readonly (string | number)[] {
  if (!likeness) return Array.from({ length: COLUMNS.length - 6 }, () => '');
  const { pages, nativePages, words, nativeWords, read, written, text, letters, pictures, ourFonts, nativeFonts } = likeness;
  const drawn = pictures
    ? [share(pictures.mean), share(pictures.ink), share(pictures.worstInk), pictures.worstPage]
    : ['', '', '', ''];
  const shares = [text, read, written, letters].map(share);
  return [pages, nativePages, words, nativeWords, ...shares, ...drawn, ourFonts.join(' '), nativeFonts.join(' ')];
}

function share(value: number): string {
  return value.toFixed(4);
}

/** Formats counts, shares and the worst results by kind and extension only, without revealing anything about the files. */
export function summaryOf(rows: readonly Row[], measured: { readonly way: string; readonly native: string }): string {
  const compared = comparedRows(rows);
  const kinds = [...Map.groupBy(compared, ({ from }) => from)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const failed = rows.filter(({ status }) => status === 'ours-failed');
  const notNative = rows.filter(({ status }) => status === 'native-failed').length;
  const counted = table(
    [
      'format',
      'compared',
      'pages equal',
      `words ≥ ${SAME_TEXT}`,
      'both',
      'words, median',
      'pictures, median',
      'images with ink, median',
    ],
    [...kinds.map(([kind, of]) => countedRow(kind, of)), countedRow('all', compared)],
  );
  return [
    `Ours: ${measured.way}. Native: ${measured.native} with the same typefaces. ${rows.length} files; ${failed.length} converted only by native`,
    `LibreOffice, ${notNative} refused by it.`,
    '',
    counted,
    ...(failed.length === 0
      ? []
      : [`Not converted by us: ${failed.map(({ from, code }) => `${from} (${code})`).join(', ')}.`, '']),
    '## Differences in pages or words',
    '',
    table(
      ['file', 'pages ours / native', 'words', 'as read', 'as written', 'letters'],
      compared.filter((row) => !isAlike(row)).map((row) => unlikeRow(rows, row)),
    ),
    `## The ${WORST} least similar page images`,
    '',
    table(
      ['file', 'whole page', 'ink', 'worst page', 'words', 'faces only ours', 'faces only native'],
      worstPictures(rows).map((row) => worstRow(rows, row)),
    ),
  ].join('\n');
}

/** Returns an anonymous name: `docx 3` is the third DOCX of the folder. */
export function anonymousName(rows: readonly Row[], row: Row): string {
  const same = rows.filter(({ from }) => from === row.from);
  return `${row.from} ${same.findIndex(({ file }) => file === row.file) + 1}`;
}

function countedRow(kind: string, rows: readonly Compared[]): readonly string[] {
  const count = (holds: (row: Compared) => boolean): string => {
    const held = rows.filter(holds).length;
    return `${held} (${((held / rows.length) * 100).toFixed(0)} %)`;
  };
  return [
    kind,
    String(rows.length),
    count(({ likeness }) => likeness.pages === likeness.nativePages),
    count(({ likeness }) => likeness.text >= SAME_TEXT),
    count(isAlike),
    median(rows.map(({ likeness }) => likeness.text)),
    median(rows.map(({ likeness }) => likeness.pictures?.mean ?? 1)),
    median(rows.map(({ likeness }) => likeness.pictures?.ink ?? 1)),
  ];
}

function unlikeRow(rows: readonly Row[], row: Compared): readonly string[] {
  const { pages, nativePages, text, read, written, letters } = row.likeness;
  return [
    anonymousName(rows, row),
    `${pages} / ${nativePages}`,
    ...[text, read, written, letters].map((value) => value.toFixed(3)),
  ];
}

function worstRow(rows: readonly Row[], row: Compared): readonly string[] {
  const { pictures, text, ourFonts, nativeFonts } = row.likeness;
  return [
    anonymousName(rows, row),
    pictures?.mean.toFixed(3) ?? '–',
    pictures?.ink.toFixed(3) ?? '–',
    pictures ? `${pictures.worstPage}: ${pictures.worstInk.toFixed(3)}` : '–',
    text.toFixed(3),
    ourFonts.join(', ') || '–',
    nativeFonts.join(', ') || '–',
  ];
}

function median(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(3) ?? '–';
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line), ''].join('\n');
}
