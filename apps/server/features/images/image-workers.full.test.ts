/** Two worker processes on one PostgreSQL: one is killed while generating, the other finishes the work of both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { orderImages } from '@bakkum/image-studio/order';
import { batchViews } from '@bakkum/image-studio/views';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readSettings } from '../../config/settings.ts';
import { createLog } from '../../observability/log.ts';
import { closeServices, openServices, type Services } from '../../services.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-workers-'));
const started: ChildProcess[] = [];
let database: TestDatabase;
let fake: FakeImageServer;
let services: Services;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  fake = await startFakeImageServer();
  const { user, database: name, host } = database.connection;
  environment = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    SITE_SECRET: 's'.repeat(40),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...settingsFor(fake.url, 'key!'),
  };
  services = await openServices(readSettings({ ...environment, SERVER_ROLE: 'web' }), createLog('error'));
});
afterAll(async () => {
  for (const worker of started) worker.kill('SIGKILL');
  await closeServices(services);
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(): ChildProcess {
  const program = path.join(import.meta.dirname, '../../main.ts');
  const worker = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment, SERVER_ROLE: 'worker' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(worker);
  return worker;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100));
}

it('loses no image when one of two workers is killed', async () => {
  const { studio, ledger } = services;
  const userId = 'a-buyer';
  await ledger.give({ userId, source: 'promotion', ref: userId, amount: 20, expiresAt: new Date(Date.now() + 86_400_000) });
  fake.faults.add('replicate', { kind: 'late' }, 12);
  const first = startWorker();
  const wish = { prompt: 'a fox', style: 'anime', aspectRatio: '1:1', resolution: '512x512', provider: 'replicate' } as const;
  for (const seed of [100, 200])
    await orderImages(studio, { userId, tier: 'annual' }, `order-${seed}`, { ...wish, count: 4, seed });
  // The first worker has submitted every order to the service and stored its id.
  await until(async () => (await database.query("select from studio.attempts where state = 'accepted'")).length === 8);
  startWorker();
  first.kill('SIGKILL');
  await once(first, 'exit');
  fake.release();
  await until(async () => (await database.query('select from studio.batches where ended_at is null')).length === 0);
  const batches = await batchViews(studio, database, 'where user_id = $1', [userId]);
  expect(batches.map(({ state, spent }) => [state, spent])).toEqual([
    ['done', 4],
    ['done', 4],
  ]);
  const { available, held } = await ledger.balance(userId);
  expect([available, held, fake.jobs.length]).toEqual([12, 0, 8]);
  expect(await ledger.violations()).toEqual([]);
});
