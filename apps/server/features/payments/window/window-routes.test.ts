/** The token with which a buyer opens the payment window in its own origin. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkoutResponse } from '@bakkum/api-contract/billing/payments';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer, type Visitor } from '../../../test-server.ts';
import type { WindowTokenContent, WindowTokens } from './window-token.ts';

let server: TestServer;
let tokens: WindowTokens;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  const { payment } = server.services;
  if (!payment) throw new Error('payments are off');
  tokens = payment.windowTokens;
});
afterAll(() => server.close());

const ORDER = { product: 'monthly', start: 'now', amount: '29000', locale: 'ko', way: 'portone' };

async function begun({ cookie }: Visitor): Promise<string> {
  return checkoutResponse.parse(await (await server.send(cookie, 'POST', 'payments', ORDER)).json()).paymentId;
}

/** The address to which the site leads a buyer. */
async function addressOf({ cookie }: Visitor, id: string): Promise<string> {
  const response = await fetch(`${server.url}/api/payments/${id}/window`, { headers: { Cookie: cookie }, redirect: 'manual' });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([303, 'no-store']);
  return response.headers.get('Location') ?? '';
}

function contentOf(address: string): WindowTokenContent {
  const content = tokens.open(new URL(address).searchParams.get('token') ?? '');
  if (!content) throw new Error('no token');
  return content;
}

const sealed = (content: WindowTokenContent): string =>
  `${server.url.replace('127.0.0.1', 'localhost')}/payment-window?token=${tokens.seal(content)}`;
const open = (address: string): Promise<Response> => fetch(address, { redirect: 'manual' });

type Asked = { host: string; method?: string; headers?: Record<string, string>; body?: string };

/** Sends a request with any `Host` header. */
async function askAt(path: string, { host, body, method = 'GET', headers = {} }: Asked) {
  const { port } = new URL(server.url);
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, Host: host } }).end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}

describe('the token of a payment window', () => {
  it('opens it for the payment, session and site it was made for, within two minutes', async () => {
    const buyer = await server.someone();
    const id = await begun(buyer);
    const address = await addressOf(buyer, id);
    const now = server.services.clock.now().getTime();
    const content = contentOf(address);
    expect(content).toMatchObject({ paymentId: id, userId: buyer.id, site: server.url });
    expect(content.expiresAt - now).toBeGreaterThan(0);
    expect(content.expiresAt - now).toBeLessThanOrEqual(120_000);
    const page = await open(address);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(`${server.url}/ko/payment?plan=monthly&amp;back=cancelled&amp;token=${id}`);
    expect(html).not.toContain(buyer.id);
  });

  it('leads to the site for a new one once it has expired', async () => {
    const buyer = await server.someone();
    const id = await begun(buyer);
    const content = contentOf(await addressOf(buyer, id));
    const response = await open(sealed({ ...content, expiresAt: server.services.clock.now().getTime() }));
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${server.url}/api/payments/${id}/window`]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('opens nothing after the buyer has signed out, nor a payment of another person', async () => {
    const [buyer, other] = [await server.someone(), await server.someone()];
    const id = await begun(buyer);
    const address = await addressOf(buyer, id);
    const others = contentOf(await addressOf(other, await begun(other)));
    expect((await open(sealed({ ...others, paymentId: id }))).status).toBe(303);
    expect((await open(sealed({ ...contentOf(address), userId: other.id }))).status).toBe(303);
    await server.send(buyer.cookie, 'POST', 'account/sign-out', {});
    expect((await open(address)).status).toBe(303);
  });

  it('is useless once the payment has ended', async () => {
    const buyer = await server.someone();
    const id = await begun(buyer);
    const address = await addressOf(buyer, id);
    await server.database.query("update payment.payments set state = 'expired' where id = $1", [id]);
    expect((await open(address)).headers.get('Location')).toBe(`${server.url}/api/payments/${id}/window`);
    const state = await fetch(`${server.url}/api/payments/${id}/window`, {
      headers: { Cookie: buyer.cookie },
      redirect: 'manual',
    });
    expect(state.headers.get('Location')).toBe(`/ko/payment?plan=monthly&payment=${id}`);
  });

  it('never leads to another site', async () => {
    const buyer = await server.someone();
    const content = contentOf(await addressOf(buyer, await begun(buyer)));
    for (const site of ['https://evil.example', 'http://192.168.1.5:3000', 'http://localhost.evil.example']) {
      const response = await open(sealed({ ...content, site, expiresAt: 0 }));
      expect([response.status, response.headers.get('Location')]).toEqual([404, null]);
    }
  });

  it.each(['', '?token=', '?token=x', `?token=${'A'.repeat(300)}`])('%j is none', async (query) => {
    const response = await open(`${server.url.replace('127.0.0.1', 'localhost')}/payment-window${query}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('/pricing"');
  });

  it.each(['127.0.0.1', '192.168.1.5', 'evil.example', 'localhost.evil.example', ''])(
    'opens nothing at the host %j',
    async (host) => {
      const buyer = await server.someone();
      const { pathname, search } = new URL(await addressOf(buyer, await begun(buyer)));
      expect((await askAt(pathname + search, { host })).status).toBe(404);
    },
  );
});

it('sells nothing in won where the window has no origin of its own', async () => {
  const { cookie } = await server.someone();
  const host = '192.168.1.5:3000';
  const headers = { Origin: `http://${host}`, Cookie: cookie, 'Content-Type': 'application/json' };
  const answer = await askAt('/api/payments', { host, method: 'POST', headers, body: JSON.stringify(ORDER) });
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'payments-off' } });
});
