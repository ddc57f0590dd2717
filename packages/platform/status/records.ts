import { type DayOfChecks, type Incident, SERVICE_IDS, type ServiceId, STATUS_DAYS } from '@bakkum/api-contract/status';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Outcome } from './probe.ts';

/** The stored result of one check. */
export type Check = { readonly service: ServiceId; readonly minute: Date; readonly outcome: Outcome };

export type Records = {
  /** By service, oldest first. */
  readonly days: ReadonlyMap<ServiceId, readonly DayOfChecks[]>;
  /** Newest first. */
  readonly incidents: readonly Incident[];
};

/** Days for which single checks are stored; daily totals are kept forever. */
const CHECK_DAYS = 7;

/** Adds checks to their daily totals in one statement. Checks written twice count once. */
export async function writeChecks(sql: Sql, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return;
  await sql.query(
    `with fresh as (
       insert into status.checks (service, minute, outcome)
       select service, minute, outcome from jsonb_to_recordset($1::jsonb) as given(service text, minute timestamptz, outcome text)
       on conflict do nothing returning service, minute, outcome)
     insert into status.days (service, day, checks, bad)
     select service, (minute at time zone 'UTC')::date, count(*), count(*) filter (where outcome = 'bad') from fresh group by 1, 2
     on conflict (service, day) do update set checks = days.checks + excluded.checks, bad = days.bad + excluded.bad`,
    [JSON.stringify(checks)],
  );
}

/** Stores the current state of an incident. A second automatic incident of a service with an open one is dropped. */
export async function writeIncident(sql: Sql, incident: Incident): Promise<void> {
  const { id, automatic, services, impact, title, openedAt, closedAt } = incident;
  await sql.query(
    `insert into status.incidents (id, automatic, services, impact, title_en, title_ko, opened_at, closed_at)
     values ($1, $2, array(select jsonb_array_elements_text($3::jsonb)), $4, $5, $6, $7, $8) on conflict do nothing`,
    [id, automatic, JSON.stringify(services), impact, title?.en ?? null, title?.ko ?? null, openedAt, closedAt ?? null],
  );
  await sql.query('update status.incidents set closed_at = $2 where id = $1 and closed_at is distinct from $2', [
    id,
    closedAt ?? null,
  ]);
}

export async function writeUpdate(
  sql: Sql,
  id: string,
  at: Date,
  text: { readonly en: string; readonly ko: string },
): Promise<void> {
  await sql.query('insert into status.updates (incident, at, text_en, text_ko) values ($1, $2, $3, $4)', [
    id,
    at,
    text.en,
    text.ko,
  ]);
}

const dayRow = z.object({ service: z.string(), day: z.string(), checks: z.number(), bad: z.number() });
const moment = z.date().transform((date) => date.toISOString());
const incidentRow = z.object({
  id: z.string(),
  number: z.number(),
  automatic: z.boolean(),
  services: z.array(z.string()),
  impact: z.enum(['none', 'maintenance', 'degraded', 'outage']),
  title_en: z.string().nullable(),
  title_ko: z.string().nullable(),
  opened_at: moment,
  closed_at: moment.nullable(),
  updates: z.array(z.object({ at: z.string(), en: z.string(), ko: z.string() })),
});

/** Reads what the page shows: the days and incidents of its period, and all open incidents. */
export async function readRecords(sql: Sql, now: Date): Promise<Records> {
  const rows = await sql.query(
    `select service, to_char(day, 'YYYY-MM-DD') as day, checks, bad from status.days
     where day > ($1::timestamptz at time zone 'UTC')::date - $2::int order by day`,
    [now, STATUS_DAYS],
  );
  const days = Map.groupBy(z.array(dayRow).parse(rows).filter(isOfService), ({ service }) => service);
  return { days: withoutService(days), incidents: await readIncidents(sql, now) };
}

/** Days with checks of one service in the period of the status page, oldest first. */
export async function readDays(sql: Sql, service: ServiceId, now: Date): Promise<readonly DayOfChecks[]> {
  const rows = await sql.query(
    `select service, to_char(day, 'YYYY-MM-DD') as day, checks, bad from status.days
     where service = $3 and day > ($1::timestamptz at time zone 'UTC')::date - $2::int order by day`,
    [now, STATUS_DAYS, service],
  );
  return z.array(dayRow).parse(rows);
}

export async function readIncidents(sql: Sql, now: Date): Promise<readonly Incident[]> {
  const rows = await sql.query(
    `select id, number, automatic, services, impact, title_en, title_ko, opened_at, closed_at,
       coalesce((select jsonb_agg(jsonb_build_object('at', u.at, 'en', u.text_en, 'ko', u.text_ko) order by u.at desc)
         from status.updates u where u.incident = i.id), '[]') as updates
     from status.incidents i
     where closed_at is null or closed_at > $1::timestamptz - make_interval(days => $2) order by opened_at desc, number desc`,
    [now, STATUS_DAYS],
  );
  return z.array(incidentRow).parse(rows).map(incidentOf);
}

/** Deletes single checks whose daily totals are stored. */
export async function deleteOldChecks(sql: Sql): Promise<void> {
  await sql.query('delete from status.checks where minute < now() - make_interval(days => $1)', [CHECK_DAYS]);
}

function incidentOf(row: z.infer<typeof incidentRow>): Incident {
  const { id, number, automatic, services, impact, title_en: en, title_ko: ko, opened_at, closed_at, updates } = row;
  return {
    id,
    number,
    automatic,
    services: services.filter(isService),
    impact,
    ...(en !== null && ko !== null && { title: { en, ko } }),
    openedAt: opened_at,
    ...(closed_at !== null && { closedAt: closed_at }),
    updates: updates.map(({ at, ...text }) => ({ at: new Date(at).toISOString(), text })),
  };
}

type DayOfService = DayOfChecks & { readonly service: ServiceId };

function withoutService(days: ReadonlyMap<ServiceId, readonly DayOfService[]>): Records['days'] {
  return new Map([...days].map(([service, rows]) => [service, rows.map(({ day, checks, bad }) => ({ day, checks, bad }))]));
}

/** Services unknown to this version are left out. */
function isService(id: string): id is ServiceId {
  return SERVICE_IDS.some((known) => known === id);
}

function isOfService(row: z.infer<typeof dayRow>): row is DayOfService {
  return isService(row.service);
}
