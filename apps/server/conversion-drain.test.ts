/** A process that converts is told to stop in the middle of its work. */
import type { WorkerLink } from '@bakkum/conversion/worker-protocol';
import { findJob, orderJob } from '@bakkum/conversions/jobs';
import { receive } from '@bakkum/conversions/receive';
import { personOwner } from '@bakkum/conversions/service';
import { completeUpload, openUpload } from '@bakkum/conversions/uploads';
import { presentWorkers } from '@bakkum/conversions/workers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startConverting } from './conversion-work.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const PATIENCE = { timeout: 60_000 };
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const owner = personOwner('somebody');
let server: TestServer;
/** Processes that were started, and those that were ended. */
const processes = { started: 0, ended: 0 };

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());

/** A process that never gets anywhere. */
function hanging(): WorkerLink {
  processes.started += 1;
  const terminate = (): void => void (processes.ended += 1);
  const nothing = (): void => undefined;
  return { post: nothing, onMessage: nothing, onCrash: nothing, discard: nothing, terminate };
}

async function ordered(): Promise<string> {
  const { conversions } = server.services;
  const upload = await openUpload(conversions, { owner, name: 'drawing.svg', source: 'form', storedBytes: 1e9 });
  if (upload === 'full') throw new Error('no room');
  await receive(conversions, { upload, body: [SVG].values() as never, mostBytes: 1e6 });
  await completeUpload(conversions, upload.id, upload.writer, { format: 'svg', sha256: null });
  const limits = { openJobs: 50, atOnce: 4, minutes: 2 };
  const order = { owner, uploadId: upload.id, targetFormat: 'png', options: {}, secrets: [], retention: '24h', limits } as const;
  const answer = await orderJob(conversions, order);
  if (answer.outcome !== 'taken') throw new Error(answer.outcome);
  return answer.job.id;
}

it('puts the job back, which does not count as a try, before it lets the database go', async () => {
  const { services, database, log } = server;
  const host = { ...(await services.converter()), spawn: hanging };
  const stop = await startConverting({ ...services, converter: () => Promise.resolve(host) }, log);
  const id = await ordered();
  await expect.poll(async () => (await findJob(database, owner, id))?.state, PATIENCE).toBe('processing');
  await expect.poll(() => processes.started, PATIENCE).toBe(1);
  expect(await presentWorkers(services.conversions)).toMatchObject({ workers: 1 });
  await stop();
  await services.jobs.stop(0);
  expect(await findJob(database, owner, id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await presentWorkers(services.conversions)).toMatchObject({ workers: 0 });
  expect(processes.ended).toBe(1);
});
