import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { conversionProblem } from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_PROBLEM_TITLES } from '@bakkum/api-contract/conversions/problems';
import { registerWorker } from '@bakkum/conversion-jobs/workers';
import { Hono } from 'hono';
import { expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { unwrapOrThrow } from './create-job.ts';
import { ApiProblem, problemOf } from './problem.ts';

it.each(['en', 'ko'] as const)('says in %s that the queue is too long, and when to try again', async (locale) => {
  const app = new Hono();
  app.onError((error, context) => {
    if (!(error instanceof ApiProblem)) throw error;
    return problemOf(context, error.code, error.details);
  });
  app.post('/', (context) => context.text(unwrapOrThrow({ outcome: 'overloaded', retryAfterS: 42 }).job.id));
  const response = await app.request('/', { method: 'POST', headers: { 'Accept-Language': locale } });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '42']);
  expect(conversionProblem.parse(await response.json())).toMatchObject({
    title: CONVERSION_PROBLEM_TITLES[locale].QUEUE_FULL,
    error: { code: 'QUEUE_FULL', details: { retry_after: 42 } },
  });
});

/** Queues a job of each of so many accounts, in the only slot of a worker. */
async function fillQueue({ database, services }: TestServer, accounts: number): Promise<void> {
  await registerWorker(services.conversions, { id: randomUUID(), atOnce: 1 });
  const upload = randomUUID();
  await database.query(
    `insert into conversions.uploads (id, owner, name, source, created_at, expires_at)
     values ($1, 'person:someone', '', 'form', now(), now() + interval '1 day')`,
    [upload],
  );
  await database.query(
    `insert into conversions.jobs (id, owner, upload_id, name, source_format, target_format, options, input_bytes, retention, at_once,
       minutes, created_at, queued_at, storage, archive_bytes, backup)
     select gen_random_uuid(), 'person:' || n, $1, '', 'svg', 'png', '{}', 1, '24h', 1, 10, now(), now(), 'temporary', 0, false
     from generate_series(1, $2::int) as n`,
    [upload, accounts],
  );
}

it('refuses a file for a queue that is too long before its bytes arrive', async () => {
  const server = await startTestServer(inject('postgresFolder'));
  try {
    const key = await server.apiKey();
    await fillQueue(server, 100);
    const statusOf = (path: string, type: string) =>
      new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type, 'Content-Length': 1000 };
        const sending = request(`${server.url}/api/v1/${path}`, { method: 'POST', agent: false, headers }, (answer) => {
          resolve(answer.statusCode);
          sending.destroy();
        });
        sending.on('error', reject);
        sending.flushHeaders();
      });
    expect(await statusOf('upload', 'multipart/form-data; boundary=b')).toBe(503);
    expect(await statusOf('convert?to=png', 'application/octet-stream')).toBe(503);
    const order = await fetch(`${server.url}/api/v1/jobs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'http://not-fetched.invalid/a.svg', target_format: 'png' }),
    });
    expect(conversionProblem.parse(await order.json()).error.code).toBe('QUEUE_FULL');
  } finally {
    await server.close();
  }
});
