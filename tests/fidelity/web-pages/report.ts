import type { Likeness } from '../compare.ts';
import { SAME_TEXT } from '../report.ts';

export type PageRow = {
  readonly name: string;
  readonly from: string;
  /** Where it was converted. */
  readonly by: string;
  readonly code: string;
  readonly route: string;
  readonly likeness?: Likeness;
};

/** Formats a table of every file, and one of counts and medians that says nothing about the files. */
export function reportOf(rows: readonly PageRow[]): string {
  const files = table(['file', 'by', 'pages / native', 'words', 'letters', 'whole pages', 'ink', 'route'], rows.map(fileCells));
  const kinds = [...new Set(rows.map(({ from }) => from))].sort();
  const groups = [...kinds.map((kind) => rows.filter(({ from }) => from === kind)), rows];
  const counts = groups.flatMap((group, index) =>
    [...Map.groupBy(group, ({ by }) => by)].map(([by, of]) => [kinds[index] ?? 'all', by, ...countCells(of)]),
  );
  const head = ['format', 'by', 'files', 'failed', 'pages equal', `words ≥ ${SAME_TEXT}`, 'words', 'whole pages', 'ink'];
  return `${files}\nMedians:\n\n${table(head, counts)}`;
}

function fileCells({ name, by, code, route, likeness }: PageRow): readonly string[] {
  if (!likeness) return [name, by, code, '', '', '', '', route];
  const { pages, nativePages, text, letters, pictures } = likeness;
  const shares = [text, letters, pictures?.mean, pictures?.ink].map((share) => share?.toFixed(3) ?? '–');
  return [name, by, `${pages} / ${nativePages}`, ...shares, route];
}

function countCells(rows: readonly PageRow[]): readonly string[] {
  const all = rows.flatMap(({ likeness }) => likeness ?? []);
  return [
    String(rows.length),
    String(rows.length - all.length),
    String(all.filter(({ pages, nativePages }) => pages === nativePages).length),
    String(all.filter(({ text }) => text >= SAME_TEXT).length),
    median(all.map(({ text }) => text)),
    median(all.map(({ pictures }) => pictures?.mean ?? 1)),
    median(all.map(({ pictures }) => pictures?.ink ?? 1)),
  ];
}

function median(values: readonly number[]): string {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]?.toFixed(3) ?? '–';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return `${[line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}
