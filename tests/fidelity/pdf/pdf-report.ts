import type { Route } from './routes.ts';
import { meanOf, type Score } from './score.ts';

/** A difference of one page in ten is acceptable. */
const WITHIN = 0.1;

const percent = (value: number | undefined): string => (value === undefined ? '–' : (value * 100).toFixed(1));

/** Formats every document on every route, one per line. */
export function tableOf(scores: readonly Score[]): string {
  const head = [
    'document',
    'route',
    'words %',
    'headings F1',
    'items F1',
    'cells F1',
    'pages',
    'ink %',
    'picture %',
    'ms a page',
  ];
  const rows = scores.map((one) => [
    one.name,
    one.route,
    ...[one.words, one.headings, one.items, one.cells].map(percent),
    `${one.pages}→${one.pagesThen}`,
    ...[one.ink, one.picture].map(percent),
    (one.milliseconds / Math.max(1, one.pages)).toFixed(0),
  ]);
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}

/** Formats the averages of each route, over all documents and over the Korean ones. */
export function summaryOf(scores: readonly Score[], routes: readonly Route[]): string {
  const groups = [
    ['all', scores],
    ['Korean', scores.filter(({ isKorean }) => isKorean)],
  ] as const;
  return groups
    .filter(([, group]) => group.length > 0)
    .map(([name, group]) => groupSummary(name, group, routes))
    .join('\n\n');
}

function groupSummary(name: string, scores: readonly Score[], routes: readonly Route[]): string {
  const count = new Set(scores.map((one) => one.name)).size;
  const head = `| ${name} (${count} documents) | words, median | words, worst tenth | headings F1 | lists F1 | cells F1 | pages within 10 % | pictures, inked | pictures | ms a page |`;
  const rows = routes.map((route) =>
    row(
      route.name,
      scores.filter((one) => one.route === route.id),
    ),
  );
  return [head, '|---|---|---|---|---|---|---|---|---|---|', ...rows].join('\n');
}

function row(name: string, scores: readonly Score[]): string {
  const list = (part: 'words' | 'headings' | 'items' | 'cells' | 'ink' | 'picture'): readonly number[] =>
    scores.flatMap((one) => one[part] ?? []).toSorted((a, b) => a - b);
  const at = (share: number): number => list('words')[Math.floor((scores.length - 1) * share)] ?? 0;
  const mean = (part: Parameters<typeof list>[0]): string => (list(part).length > 0 ? percent(meanOf(list(part))) : '–');
  const within = scores.filter(({ pages, pagesThen }) => Math.abs(pagesThen / pages - 1) <= WITHIN + 1e-9).length;
  const time = scores.reduce((sum, one) => sum + one.milliseconds, 0) / scores.reduce((sum, one) => sum + one.pages, 0);
  const cells = [
    percent(at(0.5)),
    percent(at(0.1)),
    ...(['headings', 'items', 'cells'] as const).map(mean),
    `${within} of ${scores.length}`,
    mean('ink'),
    mean('picture'),
    time.toFixed(0),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}
