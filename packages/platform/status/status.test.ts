import { randomUUID } from 'node:crypto';
import { stateOf, uptimeOf } from '@bakkum/api-contract/status';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { STATUS_MIGRATIONS } from './migrations.ts';
import { deleteOldChecks, readIncidents, writeIncident, writeUpdate } from './records.ts';
import { createWatch, type Watch } from './watch.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
let time: Date;
let broken: Set<string>;
let problems: string[];
let watch: Watch;

const works = (name: string) => () =>
  broken.has(name) ? Promise.reject(new Error(`${name} is down`)) : Promise.resolve('good' as const);
/** Lets tests disconnect the records. */
const sql = {
  query: (text: string, values?: readonly unknown[]) =>
    broken.has('database') ? Promise.reject(new Error('no connection')) : database.query(text, values),
};

const create = (): Watch =>
  createWatch({
    sql,
    probes: { storage: works('storage'), authentication: works('database') },
    onProblem: ({ service }) => problems.push(service),
    now: () => time,
  });

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [STATUS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['updates', 'incidents', 'checks', 'days']) await database.query(`delete from status.${table}`);
  time = new Date('2026-12-01T09:00:30Z');
  broken = new Set();
  problems = [];
  watch = create();
});

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    await watch.round();
    time = new Date(time.getTime() + MINUTE_MS);
  }
}

const service = (id: string) => watch.board().services.find((each) => each.id === id);

describe('a service', () => {
  it('is unknown before the first check, and unused where it is not configured', () => {
    expect(watch.board()).toMatchObject({ overall: 'unknown', incidents: [] });
    expect(watch.board().checkedAt).toBeUndefined();
    expect([service('storage')?.status, service('payment')?.status]).toEqual(['unknown', 'unused']);
  });

  it('that fails is reported as down at once, opens an incident at the second failure, and closes it after two good checks', async () => {
    await minutes(3);
    expect(watch.board()).toMatchObject({ overall: 'operational', incidents: [] });
    broken.add('storage');
    await minutes(1);
    expect([service('storage')?.status, watch.board().overall, watch.board().incidents]).toEqual(['outage', 'outage', []]);
    await minutes(1);
    expect(watch.board().incidents).toMatchObject([
      { automatic: true, services: ['storage'], impact: 'outage', openedAt: '2026-12-01T09:03:30.000Z' },
    ]);
    broken.clear();
    await minutes(1);
    expect([service('storage')?.status, watch.board().incidents[0]?.closedAt]).toEqual(['operational', undefined]);
    await minutes(1);
    expect(watch.board().incidents).toMatchObject([{ number: expect.any(Number), closedAt: '2026-12-01T09:05:30.000Z' }]);
    expect(service('storage')?.days).toEqual([{ day: '2026-12-01', checks: 7, bad: 2 }]);
    expect(uptimeOf(service('storage')?.days ?? [])).toBeCloseTo(5 / 7);
    expect(problems).toEqual(['storage']);
  });

  it('that works partially is reported once with the reason, until that changes', async () => {
    let reason: string | undefined = 'no answer from one';
    const partly = createWatch({
      sql,
      probes: { images: async () => (reason === undefined ? 'good' : { degraded: reason }) },
      onProblem: ({ service: id, error }) => problems.push(`${id}: ${error}`),
      now: () => time,
    });
    await partly.round();
    await partly.round();
    expect(partly.board()).toMatchObject({ overall: 'degraded', incidents: [] });
    expect(problems).toEqual(['images: no answer from one']);
    reason = undefined;
    await partly.round();
    reason = 'no answer from two';
    await partly.round();
    expect(problems).toEqual(['images: no answer from one', 'images: no answer from two']);
  });

  it('that exceeds the time limit has failed', async () => {
    const never = createWatch({
      sql,
      probes: { mail: () => new Promise(() => undefined) },
      onProblem: ({ error }) => problems.push(error),
      timeLimitMs: 50,
    });
    await never.round();
    expect(never.board().overall).toBe('outage');
    expect(problems[0]).toContain('no answer within 50 ms');
  });

  it('under maintenance does not get a second incident', async () => {
    const id = randomUUID();
    await writeIncident(database, {
      id,
      automatic: false,
      services: ['storage'],
      impact: 'maintenance',
      title: { en: 'New disks', ko: '디스크 교체' },
      openedAt: time.toISOString(),
      closedAt: new Date(time.getTime() + 3_600_000).toISOString(),
      updates: [],
    });
    await writeUpdate(database, id, time, { en: 'We have begun.', ko: '시작했어요.' });
    broken.add('storage');
    await minutes(3);
    expect([service('storage')?.status, watch.board().incidents.length]).toEqual(['maintenance', 1]);
    expect(watch.board().incidents[0]?.updates).toEqual([
      { at: '2026-12-01T09:00:30.000Z', text: { en: 'We have begun.', ko: '시작했어요.' } },
    ]);
    time = new Date(time.getTime() + 3_600_000);
    await minutes(1);
    expect([service('storage')?.status, watch.board().incidents.length]).toEqual(['outage', 2]);
  });
});

describe('without its records', () => {
  it('shows the board from memory, and stores it once the database is back', async () => {
    await minutes(1);
    broken.add('database');
    await minutes(3);
    expect(watch.board()).toMatchObject({
      overall: 'outage',
      recordsFrom: '2026-12-01T09:00:30.000Z',
      incidents: [{ services: ['authentication'] }],
    });
    expect(problems).toEqual(['authentication', 'records']);
    broken.clear();
    await minutes(2);
    expect(watch.board().recordsFrom).toBeUndefined();
    expect(watch.board().overall).toBe('operational');
    expect(service('authentication')?.days).toEqual([{ day: '2026-12-01', checks: 6, bad: 3 }]);
    expect(await readIncidents(database, time)).toMatchObject([{ closedAt: '2026-12-01T09:04:30.000Z' }]);
  });
});

describe('several processes', () => {
  it('count a minute once, and open one incident per service', async () => {
    const other = create();
    broken.add('storage');
    for (let passed = 0; passed < 3; passed++) {
      await Promise.all([watch.round(), other.round()]);
      time = new Date(time.getTime() + MINUTE_MS);
    }
    await watch.round();
    expect(await readIncidents(database, time)).toHaveLength(1);
    expect(watch.board().incidents).toHaveLength(1);
    expect(service('storage')?.days).toEqual([{ day: '2026-12-01', checks: 4, bad: 4 }]);
  });

  it('continue an incident of an earlier process', async () => {
    broken.add('storage');
    await minutes(2);
    broken.clear();
    watch = create();
    await minutes(3);
    expect(watch.board().incidents).toMatchObject([{ closedAt: '2026-12-01T09:02:30.000Z' }]);
  });
});

it('deletes single checks after a week, and keeps daily totals', async () => {
  await minutes(1);
  await database.query("update status.checks set minute = now() - interval '8 days'");
  await deleteOldChecks(database);
  expect(await database.query('select count(*)::int as checks from status.checks')).toEqual([{ checks: 0 }]);
  expect(await database.query('select count(*)::int as days from status.days')).toEqual([{ days: 2 }]);
});

it('schedules planned maintenance, opens it, then resolves it', () => {
  const planned = { openedAt: '2026-12-01T10:00:00Z', closedAt: '2026-12-01T11:00:00Z' };
  const at = (hour: number) => stateOf(planned, new Date(Date.UTC(2026, 11, 1, hour)));
  expect([at(9), at(10), at(11)]).toEqual(['scheduled', 'open', 'resolved']);
  const calledOff = { ...planned, closedAt: '2026-12-01T09:00:00Z' };
  expect(stateOf(calledOff, new Date('2026-12-01T09:30:00Z'))).toBe('resolved');
});
