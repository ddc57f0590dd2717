import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** The visit report for the operator. */
export type VisitReport = {
  /** Every day of the period, oldest first. */
  readonly days: readonly {
    readonly day: string;
    readonly visits: number;
    readonly views: number;
    readonly conversions: number;
    readonly failures: number;
    readonly downloads: number;
  }[];
  /** The most converted first. */
  readonly pairs: readonly {
    readonly pair: string;
    readonly started: number;
    readonly completed: number;
    readonly failed: number;
    /** Average per conversion; undefined without any. */
    readonly milliseconds?: number;
  }[];
  /** Visits that ended in the period and are not deleted yet; averages are undefined without any. */
  readonly visits: {
    readonly ended: number;
    readonly seconds?: number;
    readonly pages?: number;
    /** Share of visits with a conversion, 0 to 1. */
    readonly converted?: number;
  };
  readonly failures: readonly Counted[];
  readonly pages: readonly Counted[];
  readonly articles: readonly Counted[];
  readonly footerLinks: readonly Counted[];
};

export type Counted = { readonly label: string; readonly count: number };

const MAX_ROWS = 20;
const DAYS = `analytics.days where day > ($1::timestamptz at time zone 'UTC')::date - $2::int`;

/** Totals of the last `days` days, including today. */
export async function visitReport(sql: Sql, now: Date, days: number): Promise<VisitReport> {
  const counted = async (event: string, column: 'label' | 'category'): Promise<readonly Counted[]> =>
    z
      .array(countedRow)
      .parse(
        await sql.query(
          `select ${column} as label, sum(count)::int as count from ${DAYS} and event = $3 group by 1 order by 2 desc, 1 limit ${MAX_ROWS}`,
          [now, days, event],
        ),
      );
  const [byDay, pairs, visits, failures, pages, articles, footerLinks] = await Promise.all([
    daysOf(sql, now, days),
    pairsOf(sql, now, days),
    visitsOf(sql, now, days),
    counted('conversion_failed', 'category'),
    counted('page_view', 'label'),
    counted('resource_view', 'label'),
    counted('footer_link_click', 'label'),
  ]);
  return { days: byDay, pairs, visits, failures, pages, articles, footerLinks };
}

const countedRow = z.object({ label: z.string(), count: z.number() });
const dayRow = z.object({
  day: z.string(),
  visits: z.number(),
  views: z.number(),
  conversions: z.number(),
  failures: z.number(),
  downloads: z.number(),
});

async function daysOf(sql: Sql, now: Date, days: number): Promise<VisitReport['days']> {
  const of = (event: string): string => `coalesce(sum(count) filter (where event = '${event}'), 0)::int`;
  const rows = await sql.query(
    `select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(sessions) filter (where event = 'session_start'), 0)::int as visits, ${of('page_view')} as views,
       ${of('conversion_completed')} as conversions, ${of('conversion_failed')} as failures, ${of('file_download')} as downloads
     from generate_series(($1::timestamptz at time zone 'UTC')::date - ($2::int - 1),
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d(day)
     left join analytics.days a on a.day = d.day::date group by d.day order by d.day`,
    [now, days],
  );
  return z.array(dayRow).parse(rows);
}

const pairRow = z
  .object({
    pair: z.string(),
    started: z.number(),
    completed: z.number(),
    failed: z.number(),
    milliseconds: z.number().nullable(),
  })
  .transform(({ milliseconds, ...row }) => ({ ...row, ...(milliseconds !== null && { milliseconds }) }));

async function pairsOf(sql: Sql, now: Date, days: number): Promise<VisitReport['pairs']> {
  const of = (event: string): string => `coalesce(sum(count) filter (where event = '${event}'), 0)::int`;
  const rows = await sql.query(
    `select label as pair, ${of('conversion_started')} as started, ${of('conversion_completed')} as completed,
       ${of('conversion_failed')} as failed,
       round((sum(total) filter (where event = 'conversion_completed')
         / nullif(sum(count) filter (where event = 'conversion_completed'), 0))::numeric)::int as milliseconds
     from ${DAYS} and event in ('conversion_started', 'conversion_completed', 'conversion_failed')
     group by label order by completed desc, started desc, label limit ${MAX_ROWS}`,
    [now, days],
  );
  return z.array(pairRow).parse(rows);
}

const visitsRow = z
  .object({
    ended: z.number(),
    seconds: z.number().nullable(),
    pages: z.number().nullable(),
    converted: z.number().nullable(),
  })
  .transform(({ ended, seconds, pages, converted }) => ({
    ended,
    ...(seconds !== null && { seconds }),
    ...(pages !== null && { pages }),
    ...(converted !== null && { converted }),
  }));

async function visitsOf(sql: Sql, now: Date, days: number): Promise<VisitReport['visits']> {
  const [row] = await sql.query(
    `select count(*)::int as ended, avg(value)::float8 as seconds, avg((stats->>'page_views')::int)::float8 as pages,
       avg(((stats->>'conversions')::int > 0)::int)::float8 as converted
     from analytics.events where event = 'session_end' and at > $1::timestamptz - make_interval(days => $2)`,
    [now, days],
  );
  return visitsRow.parse(row);
}
