import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { OptionValues } from '@bakkum/conversion/options';
import { defaultsOf } from '@bakkum/conversion/options';
import { cancelJob, deleteJob, findJob, orderJob } from '@bakkum/conversion-jobs/jobs';
import { type JobRow, outputsOf } from '@bakkum/conversion-jobs/rows';
import { personOwner } from '@bakkum/conversion-jobs/service';
import { receive } from '@bakkum/conversion-jobs/uploads/receive';
import { completeUpload, findUpload, openUpload } from '@bakkum/conversion-jobs/uploads/uploads';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createServiceMetrics } from '../observability/service-metrics.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { startConverting } from './conversion-worker.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../tests/fixtures');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const owner = personOwner('somebody');
let server: TestServer;
let stop: () => Promise<void>;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), { CONVERSIONS_AT_ONCE: '2' });
  stop = await startConverting(server.services, server.log);
});
afterAll(async () => {
  await stop();
  await server.close();
});

async function ordered(content: Buffer, name: string, from: string, to: string, options?: OptionValues): Promise<JobRow> {
  const { conversions, converter } = server.services;
  const upload = await openUpload(conversions, { owner, name, source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  await receive(conversions, { upload, body: [content].values() as never, mostBytes: 1e8 });
  await completeUpload(conversions, upload.id, upload.writer, { format: from, sha256: null });
  const answer = (await converter()).planner.plan(from, to);
  if (!answer.ok) throw new Error('no plan');
  const order = await orderJob(conversions, {
    owner,
    uploadId: upload.id,
    targetFormat: to,
    options: options ?? defaultsOf((await converter()).planner.optionsOf(answer.plans[0])),
    secrets: [],
    retention: '24h',
    limits: { openJobs: 50, atOnce: 2, minutes: 2 },
  });
  if (order.outcome !== 'taken') throw new Error(order.outcome);
  return order.job;
}

const now = (job: JobRow) => findJob(server.database, owner, job.id);
const ended = async (job: JobRow) => {
  await expect.poll(async () => (await now(job))?.ended_at).toBeTruthy();
  return now(job);
};

it('measures how long conversions take', async () => {
  await ended(await ordered(SVG, 'drawing.svg', 'svg', 'png'));
  const text = await createServiceMetrics(server.services)();
  expect(text).toMatch(/^bakkum_conversion_duration_seconds_count\{outcome="completed"\} 1$/m);
  expect(text).toMatch(/^bakkum_conversion_duration_seconds_bucket\{le="3600",outcome="completed"\} 1$/m);
  expect(text).toMatch(/^bakkum_conversions\{state="queued"\} 0$/m);
  expect(text).toMatch(/^bakkum_jobs\{kind="minutely",state="\w+"\} \d+$/m);
  expect(text).toMatch(/^bakkum_ledger_violations 0$/m);
});

it('converts a queued file and keeps the result, not the input', async () => {
  const job = await ordered(SVG, 'drawing.v2.svg', 'svg', 'png');
  expect(await ended(job)).toMatchObject({ state: 'completed', progress: 100, attempts: 1 });
  const [output] = await outputsOf(server.database, [job.id]);
  expect(output).toMatchObject({ name: 'drawing.v2.png', media_type: 'image/png' });
  const blob = await server.services.blobs.get(output?.key ?? '');
  const bytes = blob && (await buffer(blob.body));
  expect([bytes?.subarray(1, 4).toString(), bytes?.length]).toEqual(['PNG', output?.bytes]);
  await expect.poll(async () => (await findUpload(server.database, owner, job.upload_id))?.removed_at).toBeTruthy();
});

it('fails a damaged file with the reason', async () => {
  const job = await ordered(Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), 'broken.png', 'png', 'jpeg');
  expect(await ended(job)).toMatchObject({ state: 'error', error_code: 'corrupt' });
});

it('completes several jobs', async () => {
  const jobs = await Promise.all([1, 2, 3, 4].map((count) => ordered(SVG, `drawing-${count}.svg`, 'svg', 'png')));
  const ends = await Promise.all(jobs.map(ended));
  expect(ends.map((job) => job?.state)).toEqual(['completed', 'completed', 'completed', 'completed']);
});

it('stops a cancelled or deleted job and leaves no files', async () => {
  const film = readFileSync(path.join(FIXTURES, 'png/rgb8.png'));
  const [one, other] = [await ordered(film, 'one.png', 'png', 'jxl'), await ordered(film, 'other.png', 'png', 'jxl')];
  await cancelJob(server.services.conversions, owner, one.id);
  await deleteJob(server.services.conversions, owner, other.id);
  const next = await ordered(SVG, 'next.svg', 'svg', 'png');
  expect((await ended(next))?.state).toBe('completed');
  expect([(await now(one))?.state, await now(other)]).toEqual(['cancelled', undefined]);
  expect(await outputsOf(server.database, [one.id, other.id])).toEqual([]);
});
