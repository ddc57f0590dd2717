import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { latestAudit } from '@bakkum/credits/audit';
import { ConnectionLost } from '@bakkum/database/sql';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { readSettings } from '../config/settings.ts';
import { createLog } from '../observability/log.ts';
import { closeServices, openServices, type Services } from '../services.ts';
import { sendCycleExpiryNotices } from './expiry-notices.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { audit, recentAudit } from './ledger-audit.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-scheduled-jobs-'));
const lines: string[] = [];
const log = createLog('info', (line) => lines.push(line));
let database: TestDatabase;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  const { user, database: name, host } = database.connection;
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
  services = await openServices(readSettings({ DATA_DIR: folder, DATABASE_URL: url, SITE_SECRET: 's'.repeat(40) }), log);
});
afterAll(async () => {
  await closeServices(services);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

it('sends queued email as soon as a worker starts', async () => {
  const account = {
    email: 'mina@example.com',
    password: 'correct horse',
    firstName: 'Mina',
    lastName: 'Kim',
    locale: 'en',
  } as const;
  await services.accounts.signUp(account, { address: '198.51.100.7' });
  expect(await readFileMailbox(services.mailbox)).toEqual([]);
  const stop = await startScheduledJobs(services, log);
  await until(async () => (await readFileMailbox(services.mailbox)).length > 0);
  expect(await readFileMailbox(services.mailbox)).toMatchObject([{ to: 'mina@example.com' }]);
  const counts = await services.jobs.counts();
  expect(counts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(Object.values(JOB_KINDS).map(({ name }) => name)));
  await stop();
});

it('starts even if the database does not answer when the worker first reports to it', async () => {
  const { database: used } = services.conversions;
  const run = used.run.bind(used);
  let failures = 0;
  vi.spyOn(used, 'run').mockImplementation((sql, ...rest) => {
    if (!sql.includes('insert into conversions.workers')) return run(sql, ...rest);
    failures += 1;
    return Promise.reject(new ConnectionLost('The database does not answer'));
  });
  const stop = await startScheduledJobs(services, log);
  await expect.poll(() => failures).toBeGreaterThan(0);
  vi.restoreAllMocks();
  await stop();
});

it('sends one notice per cycle, to verified users who spent some of their credits', async () => {
  const person = async (email: string, verified: boolean): Promise<string> => {
    const account = { email, password: 'correct horse', firstName: 'Mina', lastName: 'Kim', locale: 'ko' } as const;
    await services.accounts.signUp(account, { address: '198.51.100.8' });
    const sql = 'update accounts.users set email_verified = $2 where email = $1 returning id';
    return z.string().parse((await database.query(sql, [email, verified]))[0]?.['id']);
  };
  const startsAt = new Date(Date.now() - 28 * 86_400_000);
  const cycle = { days: 30 };
  for (const [email, verified, cost] of [
    ['uses@example.com', true, 3],
    ['never@example.com', true, 0],
    ['unproven@example.com', false, 3],
  ] as const) {
    const userId = await person(email, verified);
    await services.ledger.entitle({ userId, plan: 'free', credits: 10, cycle, startsAt });
    await services.ledger.balance(userId); // starts the cycle
    if (cost === 0) continue;
    const hold = { userId, key: 'k', request: 'r', purpose: 'images', amount: cost, milliseconds: 60_000 } as const;
    const reserved = await services.ledger.reserve(hold);
    if (!('holdId' in reserved)) throw new Error(`not held: ${reserved.outcome}`);
    await services.ledger.settle(reserved.holdId, cost);
  }
  expect([await sendCycleExpiryNotices(services), await sendCycleExpiryNotices(services)]).toEqual([1, 1]);
  const rows = await database.query("select address from mail.outbox where template = 'cycle-ending'");
  expect(rows).toEqual([{ address: 'uses@example.com' }]);
  // A worker of this process sends it immediately, so its content is in the mailbox only.
  const sent = async () => (await readFileMailbox(services.mailbox)).filter(({ to }) => to === 'uses@example.com');
  await until(async () => (await sent()).some(({ text }) => text.includes('크레딧 7')));
  expect(await sendCycleExpiryNotices(services, new Date(startsAt.getTime() + 20 * 86_400_000))).toBe(0);
});

it('shares the last audit with every process', async () => {
  const first = await recentAudit(services, log);
  expect(first.violations).toEqual([]);
  expect((await recentAudit(services, log)).at).toEqual(first.at);
  const userId = randomUUID();
  await services.ledger.give({
    userId,
    source: 'goodwill',
    ref: 'a mistake',
    amount: 1,
    expiresAt: new Date(Date.now() + 60_000),
  });
  await database.query('update credits.accounts set available = available + 1 where user_id = $1', [userId]);
  await audit(services, log);
  expect((await latestAudit(database))?.violations).toMatchObject([{ what: 'account and its movements differ' }]);
  expect(lines.filter((line) => line.includes('ledger-violated'))).toHaveLength(1);
});
