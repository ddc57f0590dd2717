/** A conversion worker is killed during a job, and another takes over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { defaultsOf } from '@bakkum/conversion/options';
import { findJob, orderJob } from '@bakkum/conversion-jobs/jobs';
import { outputsOf } from '@bakkum/conversion-jobs/rows';
import { OUTPUT_PREFIX, personOwner } from '@bakkum/conversion-jobs/service';
import { scanOrphans } from '@bakkum/conversion-jobs/sweep';
import { receive } from '@bakkum/conversion-jobs/uploads/receive';
import { completeUpload, openUpload } from '@bakkum/conversion-jobs/uploads/uploads';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
const owner = personOwner('somebody');
/** A conversion worker without scheduled jobs. */
const PROGRAM = `
import { openServices } from ${at('../services.ts')};
import { startConverting } from ${at('./conversion-worker.ts')};
import { readSettings } from ${at('../config/settings.ts')};
import { createLog } from ${at('../observability/log.ts')};
const log = createLog('error', (line) => process.stderr.write(line + '\\n'));
await startConverting(await openServices(readSettings(), log), log);
`;

let server: TestServer;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await killed(worker);
});
afterAll(() => server.close());

function startWorker(): ChildProcess {
  const { databaseUrl = '', dataDir, secret = '' } = server.services.settings;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SITE_SECRET: secret,
    SERVER_ROLE: 'worker',
    CONVERSIONS_AT_ONCE: '2',
  };
  const worker = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  workers.push(worker);
  return worker;
}

async function killed(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

async function ordered(name: string): Promise<string> {
  const { conversions, converter } = server.services;
  const upload = await openUpload(conversions, { owner, name, source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  await receive(conversions, { upload, body: [SVG].values() as never, mostBytes: 1e6 });
  await completeUpload(conversions, upload.id, upload.writer, { format: 'svg', sha256: null });
  const { planner } = await converter();
  const answer = planner.plan('svg', 'png');
  const options = answer.ok ? defaultsOf(planner.optionsOf(answer.plans[0])) : {};
  const limits = { openJobs: 50, atOnce: 4, minutes: 2 };
  const order = await orderJob(conversions, {
    owner,
    uploadId: upload.id,
    targetFormat: 'png',
    options,
    secrets: [],
    retention: '24h',
    limits,
  });
  if (order.outcome !== 'taken') throw new Error(order.outcome);
  return order.job.id;
}

it('loses no job and completes none twice', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => ordered(`drawing-${index}.svg`)));
  const first = startWorker();
  const working = async () => server.database.query("select from conversions.jobs where state = 'processing'");
  await expect.poll(async () => (await working()).length).toBeGreaterThan(0);
  await killed(first);
  // Expires the lease so that the test need not wait.
  await server.database.query("update conversions.jobs set lease_until = now() - interval '1 second' where state = 'processing'");
  startWorker();
  const jobs = async () => Promise.all(ids.map((id) => findJob(server.database, owner, id)));
  await expect.poll(async () => (await jobs()).every((job) => job?.ended_at)).toBe(true);
  expect((await jobs()).map((job) => [job?.state, job?.error_code])).toEqual(ids.map(() => ['completed', null]));
  const outputs = await outputsOf(server.database, ids);
  expect(outputs.map(({ index }) => index)).toEqual(ids.map(() => 0));
  // The orphan scan later finds files that the killed worker wrote.
  const tomorrow = new Date(Date.now() + 86_400_000);
  await scanOrphans({ ...server.services.conversions, now: () => tomorrow });
  const kept: string[] = [];
  for await (const key of server.services.blobs.list(OUTPUT_PREFIX)) kept.push(key);
  expect(kept.toSorted()).toEqual(outputs.map(({ key }) => key).toSorted());
});
