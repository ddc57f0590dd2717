import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  deliveryList,
  jobView,
  webhookEvent,
  webhookSecretView,
  webhookView,
} from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startConvertingServer, type TestServer } from '../test-server.ts';
import { sendWebhooks } from './webhooks.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
type Got = { readonly headers: Record<string, string | string[] | undefined>; readonly body: string };

let server: TestServer;
let receiver: Server;
let place: string;
let key: string;
const got: Got[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startConvertingServer(inject('postgresFolder'), { OUTBOUND_ALLOW: place });
  key = await server.apiKey();
});
afterAll(async () => {
  receiver.close();
  await server.close();
});

const ask = (address: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1/${address}`, { ...init, headers: { Authorization: `Bearer ${key}` } });
const setWebhook = (url: string | null) =>
  fetch(`${server.url}/api/v1/webhooks`, {
    method: 'PUT',
    body: JSON.stringify({ url }),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  });

async function converted(webhook?: string, content = SVG): Promise<string> {
  const form = new FormData();
  form.append('target_format', 'png');
  if (webhook !== undefined) form.append('webhook_url', webhook);
  form.append('file', new Blob([content]), 'a.svg');
  const { job_id: id } = jobView.parse(await (await ask('upload', { method: 'POST', body: form })).json());
  await expect.poll(async () => jobView.parse(await (await ask(`jobs/${id}?wait=20`)).json()).completed_at).not.toBeNull();
  return id;
}
const deliveriesOf = async (id: string) =>
  deliveryList.parse(await (await ask(`webhooks/deliveries?job_id=${id}`)).json()).deliveries;

it('sends a signed message when a conversion ends, and again on replay', async () => {
  const { secret } = webhookSecretView.parse(await (await ask('webhooks/secret', { method: 'POST' })).json());
  const id = await converted(`http://${place}/hook`);
  await sendWebhooks(server.services);
  const [message] = got;
  const event = webhookEvent.parse(JSON.parse(message?.body ?? ''));
  expect(event).toMatchObject({
    type: 'conversion.completed',
    data: { job_id: id, status: 'completed', converted_filename: 'a.png' },
  });
  const signed = `${String(message?.headers['webhook-id'])}.${String(message?.headers['webhook-timestamp'])}.${message?.body ?? ''}`;
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64');
  expect(message?.headers['webhook-signature']).toBe(`v1,${signature}`);
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({
    delivery_id: message?.headers['webhook-id'],
    status: 'delivered',
    attempts: [{ status: 204 }],
  });
  const replayed = await ask(`webhooks/deliveries/${delivery?.delivery_id ?? ''}/replay`, { method: 'POST' });
  const { commandsPerHour } = CONVERSION_LIMITS.free;
  expect([replayed.status, replayed.headers.get('RateLimit-Limit')]).toEqual([202, String(commandsPerHour)]);
  await sendWebhooks(server.services);
  expect(got.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
    [message?.headers['webhook-id'], message?.body],
    [message?.headers['webhook-id'], message?.body],
  ]);
});

it('reports why a conversion failed', async () => {
  got.length = 0;
  await converted(`http://${place}/hook`, '<svg xmlns="http://www.w3.org/2000/svg"><rect');
  await sendWebhooks(server.services);
  expect(webhookEvent.parse(JSON.parse(got[0]?.body ?? ''))).toMatchObject({
    type: 'conversion.failed',
    data: { status: 'error', error: { code: 'CORRUPT' } },
  });
});

it('refuses private addresses', async () => {
  const id = await converted(`${server.url}/api/v1/formats`);
  await sendWebhooks(server.services);
  expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: [{ status: null, fault: 'private-address' }] }]);
});

it("defaults to the account's address for jobs of API keys", async () => {
  got.length = 0;
  const url = `http://${place}/of-the-account`;
  expect(webhookView.parse(await (await setWebhook(url)).json())).toMatchObject({ url });
  await converted();
  await sendWebhooks(server.services);
  expect(got).toHaveLength(1);
  for (const wrong of ['ftp://example.com/', 'example']) expect((await setWebhook(wrong)).status).toBe(400);
  expect(webhookView.parse(await (await setWebhook(null)).json()).url).toBeNull();
  await converted();
  await sendWebhooks(server.services);
  expect(got).toHaveLength(1);
});

it('shows a secret once, then only its last characters', async () => {
  const { secret } = webhookSecretView.parse(await (await ask('webhooks/secret', { method: 'POST' })).json());
  const text = await (await ask('webhooks')).text();
  expect(text).not.toContain(secret);
  expect(webhookView.parse(JSON.parse(text)).secret).toMatchObject({ ends_with: secret.slice(-4) });
  expect((await ask('webhooks/secret')).status).toBe(404);
});
