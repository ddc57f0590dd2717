import { createAnalytics } from '@bakkum/analytics/analytics';
import { type Counted, type VisitReport, visitReport } from '@bakkum/analytics/report';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';

const BAR_WIDTH = 40;

/** `bakkum admin analytics`: tables and charts of the last days. */
export async function analyticsCommand(database: Database, days: number, { now }: Pick<DatabaseClock, 'now'>): Promise<string> {
  // Includes the current hour, which the scheduled job has not added yet.
  await createAnalytics({ sql: database, now }).sumUp();
  const report = await visitReport(database, now(), days);
  return [
    chart(
      'Visits',
      report.days.map(({ day, visits }) => [day, visits]),
    ),
    table('Days', ['day', 'visits', 'views', 'conversions', 'failures', 'downloads'], rowsOf(report)),
    visitLine(report),
    table(
      'Conversions by pair',
      ['pair', 'started', 'completed', 'failed', 'ms'],
      report.pairs.map(({ pair, started, completed, failed, milliseconds }) => [
        pair,
        started,
        completed,
        failed,
        milliseconds ?? '',
      ]),
    ),
    counted('Failures by code', report.failures),
    chart(
      'Downloads',
      report.days.map(({ day, downloads }) => [day, downloads]),
    ),
    counted('Pages', report.pages),
    counted('Articles', report.articles),
    counted('Links of the footer', report.footerLinks),
  ].join('\n\n');
}

/** `Ended visits: 120, 85 s and 3.2 pages on average, 41 % with a conversion` */
function visitLine({ visits: { ended, seconds = 0, pages = 0, converted = 0 } }: VisitReport): string {
  if (ended === 0) return 'Ended visits\nnone';
  const share = `${Math.round(converted * 100)} % with a conversion`;
  return `Ended visits\n${ended}, ${Math.round(seconds)} s and ${pages.toFixed(1)} pages on average, ${share}`;
}

function rowsOf({ days }: VisitReport): readonly (readonly (string | number)[])[] {
  return days.map(({ day, visits, views, conversions, failures, downloads }) => [
    day,
    visits,
    views,
    conversions,
    failures,
    downloads,
  ]);
}

/** Draws bars scaled to the largest count. */
function chart(heading: string, rows: readonly (readonly [label: string, count: number])[]): string {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const labels = Math.max(0, ...rows.map(([label]) => label.length));
  const lines = rows.map(([label, count]) => {
    const bar = '█'.repeat(Math.round((count / most) * BAR_WIDTH)) || (count > 0 ? '▏' : '');
    return `${label.padEnd(labels)} ${bar} ${count}`;
  });
  return [heading, ...(lines.length > 0 ? lines : ['none'])].join('\n');
}

function counted(heading: string, rows: readonly Counted[]): string {
  return chart(
    heading,
    rows.map(({ label, count }) => [label, count]),
  );
}

/** Pads columns to their widest cell and right-aligns numbers. */
function table(heading: string, names: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return `${heading}\nnone`;
  const all = [names, ...rows.map((row) => row.map(String))];
  const widths = names.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [heading, ...lines].join('\n');
}
