/** A conversion worker shuts down during a job, or cannot reach the file store. */
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { cancelJob, findJob, orderJob } from '@bakkum/conversion-jobs/jobs';
import { outputsOf } from '@bakkum/conversion-jobs/rows';
import { type Conversions, INPUT_PREFIX, OUTPUT_PREFIX, personOwner } from '@bakkum/conversion-jobs/service';
import { receive } from '@bakkum/conversion-jobs/uploads/receive';
import { completeUpload, openUpload } from '@bakkum/conversion-jobs/uploads/uploads';
import { rescueJobs } from '@bakkum/conversion-jobs/work';
import { liveWorkers } from '@bakkum/conversion-jobs/workers';
import type { Database } from '@bakkum/database/database';
import { MayBeCommitted } from '@bakkum/database/sql';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { startConverting } from './conversion-worker.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const owner = personOwner('somebody');
let server: TestServer;
/** Processes started and stopped. */
const processes = { started: 0, ended: 0 };

beforeEach(async () => {
  Object.assign(processes, { started: 0, ended: 0 });
  server = await startTestServer(inject('postgresFolder'));
});
afterEach(() => server.close());

/** Returns the host of the server with processes that never finish. */
async function hangingHost(): Promise<ProcessHost> {
  const host = await server.services.converter();
  const lease: ProcessHost['lease'] = async (...wanted) => ({ ...(await host.lease(...wanted)), spawn: hangingWorker });
  return { ...host, lease };
}

function hangingWorker(): WorkerLink {
  processes.started += 1;
  const terminate = (): void => void (processes.ended += 1);
  const nothing = (): void => undefined;
  return { post: nothing, onMessage: nothing, onCrash: nothing, discard: nothing, terminate };
}

async function ordered(storedBytes = 1e9): Promise<string> {
  const { conversions } = server.services;
  const upload = await openUpload(conversions, { owner, name: 'drawing.svg', source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  await receive(conversions, { upload, body: [SVG].values() as never, mostBytes: 1e6 });
  await completeUpload(conversions, upload.id, upload.writer, { format: 'svg', sha256: null });
  const limits = { openJobs: 50, atOnce: 4, minutes: 2, storedBytes };
  const order = { owner, uploadId: upload.id, targetFormat: 'png', options: {}, secrets: [], retention: '24h', limits } as const;
  const answer = await orderJob(conversions, order);
  if (answer.outcome !== 'taken') throw new Error(answer.outcome);
  return answer.job.id;
}

describe('an unreachable file store', () => {
  /** Creates a job whose result fails to be stored this many times. Expires the leases so that tests need not wait. */
  async function orderedWhile(failures: number) {
    const { services, database, log, lines } = server;
    let tries = 0;
    const put: BlobStore['put'] = async (...given) => {
      tries += 1;
      if (tries <= failures) throw new Error('the store does not answer');
      await services.blobs.put(...given);
    };
    const conversions = { ...services.conversions, blobs: { ...services.blobs, put } };
    const id = await ordered();
    const stop = await startConverting({ ...services, conversions }, log);
    for (let failed = 1; failed <= failures; failed += 1) {
      await expect.poll(() => lines.filter((line) => line.includes('conversion-failed')).length).toBe(failed);
      await database.query("update conversions.jobs set lease_until = now() - interval '1 second' where state = 'processing'");
      await rescueJobs(conversions);
    }
    await expect.poll(async () => (await findJob(database, owner, id))?.ended_at).toBeTruthy();
    await stop();
    return findJob(database, owner, id);
  }

  it('leaves the job to the next worker', async () => {
    expect(await orderedWhile(1)).toMatchObject({ state: 'completed', attempts: 2 });
  });

  it('fails the job after the third attempt with the reason', async () => {
    expect(await orderedWhile(3)).toMatchObject({ state: 'error', error_code: 'internal', attempts: 3 });
  });
});

describe('a finished result', () => {
  /** Converts one job and returns it with its stored files once it has ended. */
  async function endedWith(changes: Partial<Conversions>, storedBytes?: number) {
    const { services, database, log } = server;
    const stop = await startConverting({ ...services, conversions: { ...services.conversions, ...changes } }, log);
    const id = await ordered(storedBytes);
    await expect.poll(async () => (await findJob(database, owner, id))?.ended_at).toBeTruthy();
    // The worker has also cleaned up by then.
    await stop();
    await services.jobs.stop();
    const outputs = await outputsOf(database, [id]);
    const files = await Promise.all(outputs.map(({ key }) => services.blobs.get(key)));
    for (const file of files) file?.body.destroy();
    return { job: await findJob(database, owner, id), files: files.map((file) => file?.bytes) };
  }

  it('is kept if its input cannot be deleted', async () => {
    const { blobs } = server.services;
    const remove: BlobStore['remove'] = (key) =>
      key.startsWith(INPUT_PREFIX) ? Promise.reject(new Error('the store does not answer')) : blobs.remove(key);
    const { job, files } = await endedWith({ blobs: { ...blobs, remove } });
    expect([job?.state, files]).toEqual(['completed', [expect.any(Number)]]);
  });

  it("is deleted if the owner's storage is full, and the job fails", async () => {
    const { job, files } = await endedWith({}, 1);
    expect([job, files]).toMatchObject([{ state: 'error', error_code: 'storage-full', retry_until: expect.any(Date) }, []]);
    for await (const key of server.services.blobs.list(OUTPUT_PREFIX)) expect.fail(`left: ${key}`);
  });

  it('is deleted if the database refuses to record it', async () => {
    const { services, database, log } = server;
    const id = await ordered();
    // The last attempt.
    await database.query('update conversions.jobs set attempts = 2');
    await database.query('alter table conversions.outputs add constraint none check (bytes < 0)');
    const stop = await startConverting(services, log);
    await expect.poll(async () => (await findJob(database, owner, id))?.error_code).toBe('internal');
    await stop();
    await services.jobs.stop();
    expect(await Array.fromAsync(services.blobs.list(OUTPUT_PREFIX))).toEqual([]);
  });

  it('is kept if the job completed but the response was lost', async () => {
    const { database } = server.services;
    const isOver = async () => (await database.query("select from conversions.jobs where state = 'completed'")).length > 0;
    let isLost = false;
    const transaction: Database['transaction'] = async (work) => {
      const result = await database.transaction(work);
      if (isLost || !(await isOver())) return result;
      isLost = true;
      throw new MayBeCommitted('the connection broke off');
    };
    const { job, files } = await endedWith({ database: { ...database, transaction } });
    expect([isLost, job?.state, files]).toEqual([true, 'completed', [expect.any(Number)]]);
  });
});

it('leaves other jobs queued while one waits for memory, then runs them', async () => {
  const { services, database, log } = server;
  const host = { ...(await hangingHost()), atOnce: 4, memoryBytes: 1 };
  const stop = await startConverting({ ...services, converter: () => Promise.resolve(host) }, log);
  const stateOf = async (id: string) => (await findJob(database, owner, id))?.state;
  const first = await ordered();
  await expect.poll(() => processes.started).toBe(1);
  const second = await ordered();
  await expect.poll(() => stateOf(second)).toBe('processing');
  const third = await ordered();
  expect([await stateOf(third), processes.started]).toEqual(['queued', 1]);
  await cancelJob(services.conversions, owner, first);
  await expect.poll(() => stateOf(third)).toBe('processing');
  expect(processes.started).toBe(2);
  await stop();
  await services.jobs.stop(0);
});

it('hands the job back without counting an attempt before closing the database', async () => {
  const { services, database, log } = server;
  const host = await hangingHost();
  const stop = await startConverting({ ...services, converter: () => Promise.resolve(host) }, log);
  const id = await ordered();
  await expect.poll(async () => (await findJob(database, owner, id))?.state).toBe('processing');
  await expect.poll(() => processes.started).toBe(1);
  expect(await liveWorkers(services.conversions)).toMatchObject({ workers: 1 });
  await stop();
  await services.jobs.stop(0);
  expect(await findJob(database, owner, id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await liveWorkers(services.conversions)).toMatchObject({ workers: 0 });
  expect(processes.ended).toBe(1);
});
