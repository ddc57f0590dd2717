import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSend, documented, segment } from './service-requests.ts';

const ADDRESS = 'https://service.example/payments';
const failing = (error: Error) => createSend({ fetch: () => Promise.reject(error) }, 1000);
const withCode = (code: string): Error =>
  Object.assign(new TypeError('failed'), { cause: Object.assign(new Error(code), { code }) });

it.each([
  ['ECONNREFUSED', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['ECONNRESET', 'unknown'],
] as const)('takes %s for %s', async (code, fault) => {
  await expect(failing(withCode(code))(ADDRESS, {})).rejects.toMatchObject({ code: fault, message: `no answer: ${code}` });
});

it('stops reading an answer that is too large', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const send = createSend({ fetch: async () => new Response(endless) }, 10_000);
  await expect(send(ADDRESS, {})).rejects.toMatchObject({ code: 'unknown', message: 'no answer: too-large' });
  expect(sent).toBeLessThan(32);
});

it('follows no redirect and sends no id that leads to another path', async () => {
  const given: RequestInit[] = [];
  const send = createSend({ fetch: async (_, init) => (given.push(init), new Response(null, { status: 302 })) }, 1000);
  expect(await send(ADDRESS, { method: 'POST' })).toEqual({ status: 302, text: '' });
  expect(given).toMatchObject([{ method: 'POST', redirect: 'manual' }]);
  expect(() => segment('../orders')).toThrow('not an id');
});

it('refuses an answer that is not as documented, and names the place', () => {
  expect(() => documented({ amount: { total: 'x' } }, z.object({ amount: z.object({ total: z.number() }) }))).toThrow(
    'amount.total',
  );
});
