/** A process whose system clock is wrong. */
import { orderJob } from '@bakkum/conversion-jobs/jobs';
import { outputsOf } from '@bakkum/conversion-jobs/rows';
import { personOwner } from '@bakkum/conversion-jobs/service';
import { expire, scanOrphans, sweep } from '@bakkum/conversion-jobs/sweep';
import { receive } from '@bakkum/conversion-jobs/uploads/receive';
import { completeUpload, openUpload } from '@bakkum/conversion-jobs/uploads/uploads';
import { claimJob, LEASE_MS, rescueJobs } from '@bakkum/conversion-jobs/work';
import { liveWorkers } from '@bakkum/conversion-jobs/workers';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { startBackend } from '../backend.ts';
import { openProbes } from '../features/status/probes.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { startConverting } from './conversion-worker.ts';
import { recentAudit } from './ledger-audit.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const DAY_MS = 86_400_000;
const owner = personOwner('somebody');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Sets the system clock of this process. Timers and the monotonic clock are not affected. */
async function setClockAhead(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  await server.services.clock.measure();
}

async function ordered(): Promise<string> {
  const { conversions } = server.services;
  const upload = await openUpload(conversions, { owner, name: 'drawing.svg', source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  await receive(conversions, { upload, body: [SVG].values() as never, mostBytes: 1e6 });
  await completeUpload(conversions, upload.id, upload.writer, { format: 'svg', sha256: null });
  const limits = { openJobs: 50, atOnce: 4, minutes: 2, storedBytes: 1e9 };
  const order = { owner, uploadId: upload.id, targetFormat: 'png', options: {}, secrets: [], retention: '7d', limits } as const;
  const answer = await orderJob(conversions, order);
  if (answer.outcome !== 'taken') throw new Error(answer.outcome);
  return answer.job.id;
}

const stateOf = async (id: string): Promise<unknown> => {
  const [row] = await server.database.query('select state from conversions.jobs where id = $1', [id]);
  return row?.['state'];
};

it('eight days ahead neither takes a running job nor deletes results, sessions or uploads', async () => {
  const { conversions, ledger } = server.services;
  const visitor = await server.someone();
  const stop = await startConverting(server.services, server.log);
  const done = await ordered();
  await expect.poll(() => stateOf(done)).toBe('completed');
  await stop();
  await server.services.jobs.stop(0);
  const running = await ordered();
  expect((await claimJob(conversions))?.id).toBe(running);

  await setClockAhead(8 * DAY_MS);
  await rescueJobs(conversions);
  await expire(conversions);
  await sweep(conversions);
  await scanOrphans(conversions);
  await ledger.expire();
  expect(await stateOf(running)).toBe('processing');
  expect(await stateOf(done)).toBe('completed');
  const [output] = await outputsOf(server.database, [done]);
  expect(await server.services.blobs.get(output?.key ?? '')).toBeDefined();
  expect((await server.send(visitor.cookie, 'GET', 'account/sessions')).status).toBe(200);
  expect(await server.database.query('select id from accounts.sessions where user_id = $1', [visitor.id])).toHaveLength(1);
});

it('ahead by twenty seconds leaves a job with its worker, and a lease lasts as long as anywhere', async () => {
  const { conversions } = server.services;
  const id = await ordered();
  await claimJob(conversions);
  await setClockAhead(LEASE_MS + 5000);
  await rescueJobs(conversions);
  expect(await stateOf(id)).toBe('processing');
  const other = await ordered();
  await claimJob(conversions);
  const [lease] = await server.database.query(
    'select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from conversions.jobs where id = $1',
    [other],
  );
  expect(lease?.['seconds']).toBeLessThanOrEqual(LEASE_MS / 1000 + 1);
});

it('takes no jobs, reports it in the log, readiness, status and worker list, and resumes when the clock is right', async () => {
  const { services, database, log, lines } = server;
  const stop = await startConverting(services, log);
  // More than this test takes on a slow machine, as the replaced clock stands still.
  await setClockAhead(3_600_000);
  const line = lines.find((one) => one.includes('clock-wrong')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'clock-wrong', effect: expect.any(String) });
  await expect.poll(() => liveWorkers(services.conversions)).toEqual({ workers: 0, atOnce: 0, wrongClocks: 1 });
  const waiting = await ordered();
  services.conversions.signals.announceWaiting();

  const probes = openProbes(services, () => Promise.reject(new Error('no pages')));
  const found = await probes.probes.conversion?.(AbortSignal.timeout(60_000));
  probes.close();
  expect(found).toEqual({ degraded: expect.stringContaining('wrong clock') });
  await recentAudit(services, log);
  for (const [role, ready] of [
    ['web', true],
    ['worker', false],
  ] as const) {
    const backend = startBackend({ ...services.settings, role }, log);
    await backend.opened;
    expect(await backend.readiness()).toMatchObject({ ready, problems: expect.arrayContaining(['clock']) });
    await backend.close(0);
  }
  expect(await stateOf(waiting)).toBe('queued');

  vi.useRealTimers();
  await services.clock.measure();
  await expect.poll(() => stateOf(waiting)).toBe('completed');
  await expect.poll(async () => (await liveWorkers(services.conversions)).wrongClocks).toBe(0);
  await stop();
  expect(await database.query('select id from conversions.workers')).toHaveLength(0);
});
