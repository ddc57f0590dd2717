import { jobView } from '@bakkum/api-contract/conversions/conversions';
import { recordEndMessage } from '@bakkum/conversion-jobs/webhooks';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => server.close());

it('includes uploads, share links and webhook messages', async () => {
  const { cookie } = await server.someone();
  const url = 'https://receiver.example/hook';
  await server.send(cookie, 'PUT', 'v1/webhooks', { url });
  const form = new FormData();
  form.append('target_format', 'png');
  form.append('webhook_url', url);
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>']), 'a drawing.svg');
  const headers = { Origin: server.url, Cookie: cookie };
  const ordered = await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body: form, headers });
  const { job_id: id } = jobView.parse(await ordered.json());
  await server.send(cookie, 'POST', `v1/cloud/jobs/${id}/share`);
  await recordEndMessage(server.services.conversions, server.database, id);

  const exported = async (of: string) => (await server.send(of, 'GET', 'account/export')).json();
  expect(await exported(cookie)).toMatchObject({
    conversions: [{ id, name: 'a drawing.svg', webhook_url: url }],
    uploads: [{ name: 'a drawing.svg', source: 'form', format: 'svg' }],
    links: [{ job_id: id, revoked_at: null }],
    webhook: { url, deliveries: [{ job_id: id, url, state: 'pending', attempts: [] }] },
  });
  const { cookie: stranger } = await server.someone();
  const nothing = { conversions: [], uploads: [], links: [], webhook: { url: null, deliveries: [] } };
  expect(await exported(stranger)).toMatchObject(nothing);
});

it('reads any number of orders in pages', async () => {
  const { cookie, id } = await server.someone();
  await server.database.query(
    `insert into studio.batches (id, user_id, idempotency_key, request_hash, state, changed_at, created_at, expires_at, ended_at, prompt,
       aspect_ratio, resolution, count, seed, price, held, spent)
     select gen_random_uuid(), $1, n::text, '', 'failed', now(), at, at, at, n::text, '1:1', '512x512', 1, 0, 1, 1, 0
     from (select n, date_trunc('minute', now()) + make_interval(mins => n / 30) as at from generate_series(1, 250) n) orders`,
    [id],
  );
  const most = vi.fn();
  const { database } = server.services.studio;
  const query = database.query.bind(database);
  const spy = vi.spyOn(database, 'query').mockImplementation(async (text, values) => {
    const rows = await query(text, values);
    most(rows.length);
    return rows;
  });
  const exported: unknown = await (await server.send(cookie, 'GET', 'account/export')).json();
  spy.mockRestore();
  const { images } = z.object({ images: z.array(z.object({ settings: z.object({ prompt: z.string() }) })) }).parse(exported);
  expect(new Set(images.map(({ settings }) => settings.prompt)).size).toBe(250);
  expect(Math.max(...most.mock.calls.flat().map(Number))).toBe(100);
});

it('runs once at a time for one address, however many accounts it has', async () => {
  const [first, second, other] = await Promise.all([server.someone(), server.someone(), server.someone()]);
  const { apiKeys } = server.services;
  const list = apiKeys.list.bind(apiKeys);
  const held = Promise.withResolvers<void>();
  const reading: string[] = [];
  const spy = vi.spyOn(apiKeys, 'list').mockImplementation(async (id) => {
    reading.push(id);
    if (id !== other.id) await held.promise;
    return list(id);
  });
  const exported = async ({ cookie }: { readonly cookie: string }, address: string) => {
    const answer = await server.send(cookie, 'GET', 'account/export', undefined, { 'X-Forwarded-For': address });
    return { status: answer.status, keys: z.object({ apiKeys: z.array(z.unknown()) }).parse(await answer.json()).apiKeys };
  };
  const waiting = [first, second].map((one) => exported(one, '192.0.2.1'));
  await expect.poll(() => reading).toHaveLength(1);
  expect((await exported(other, '192.0.2.2')).status).toBe(200);
  expect(reading).toHaveLength(2);
  held.resolve();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  spy.mockRestore();
});
