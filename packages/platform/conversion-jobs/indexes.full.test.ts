import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sql } from '@bakkum/database/sql';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openJobs } from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { anonymousBytes, freeRoom, hasRoomForResults, storedBytes } from './storage.ts';
import { expire } from './sweep.ts';
import { testConversions } from './test-conversions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-indexes-'));
const NOW = new Date('2026-12-01T09:00:00Z');
/** Enough for the planner to choose as among many. */
const JOBS = 200_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
  // A tenth of the jobs has results: of visitors, free accounts and paid ones. Those of the largest account are half of all.
  await database.query(
    `create table made as select gen_random_uuid() as id, gen_random_uuid() as upload_id, n, n % 10 = 0 as kept,
       'person:' || case when n % 2 = 0 then 0 else n % 500 end as owner from generate_series(1, ${JOBS}) n`,
  );
  await database.query(
    `insert into conversions.uploads (id, owner, name, source, size, received, created_at, expires_at, completed_at, removed_at)
     select upload_id, owner, '', 'form', 10, 10, $1, $1, $1, $1 from made`,
    [NOW],
  );
  await database.query(
    `insert into conversions.jobs (id, owner, upload_id, name, source_format, target_format, options, input_bytes, retention, at_once, minutes,
       created_at, queued_at, ended_at, state, place, network, stored_bytes)
     select id, owner, upload_id, case when kept then 'a.png' else '' end, 'png', 'jpeg', '{}', 10, '24h', 2, 10, at, at, at,
       case when kept then 'completed' else 'expired' end, case when kept and n % 3 = 0 then 'place:' || n % 50 end,
       case when kept and n % 3 = 1 then 'place:' || n % 50 end, 1000000000
     from made, lateral (select $1::timestamptz - make_interval(mins => n) as at)`,
    [NOW],
  );
  await database.query(
    `insert into conversions.outputs (job_id, index, name, media_type, bytes, key, removed_at)
     select id, 0, '', 'image/jpeg', 10, 'conversions/out/' || n, case when not kept then $1::timestamptz end from made`,
    [NOW],
  );
  for (const table of ['uploads', 'jobs', 'outputs']) await database.query(`vacuum analyze conversions.${table}`);
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Plans of the statements that `work` runs. */
async function plansOf(work: (sql: Sql) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await work({
    async query(text, values) {
      if (/^\s*(select|update|with)/i.test(text)) {
        const rows = await database.query(`explain ${text}`, values);
        plans.push(...rows.map((row) => String(row['QUERY PLAN'])));
      }
      return database.query(text, values);
    },
  });
  return plans.join('\n');
}

const limits = { owner: 'person:0', network: 'place:1', stored_bytes: 1e12, storage: 'temporary', archive_bytes: 0 };
const id = '00000000-0000-4000-8000-000000000000';
const reads: readonly (readonly [string, readonly string[], (sql: Sql) => Promise<unknown>])[] = [
  ['the bytes of all visitors', ['outputs_kept', 'jobs_anonymous'], anonymousBytes],
  ['the room of a free account', ['outputs_kept', 'jobs_free'], (sql) => freeRoom(sql, 'place:1')],
  ['the bytes of a large account', ['outputs_kept'], (sql) => storedBytes(sql, 'person:0')],
  [
    'the room for results',
    ['outputs_kept', 'jobs_free'],
    (sql) => hasRoomForResults(sql, { ...limits, source: 'person:0' }, { id, bytes: 1, now: NOW }),
  ],
  ['the open jobs of a large account', ['jobs_open'], (sql) => openJobs(sql, 'person:0')],
  [
    'the cleanup of each minute',
    ['jobs_details', 'jobs_removed', 'outputs_kept'],
    (sql) => expire({ ...testConversions({ ...database, ...sql }, folder, () => NOW) }),
  ],
];

it.each(reads)('read %s with their indexes', async (_name, indexes, work) => {
  const plans = await plansOf(work);
  for (const index of indexes) expect(plans).toContain(` ${index} `);
  expect(plans).not.toContain('Seq Scan on outputs');
});
