/** Payments as a page sees them: over HTTP, with the stand-in of demo mode. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS, type Limits } from '@bakkum/accounts/attempts';
import { createPasswords } from '@bakkum/accounts/password';
import * as contract from '@bakkum/api-contract/payments';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { deliverMail } from '@bakkum/mail/outbox';
import { signed } from '@bakkum/payment-stand-in/messages';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { createApi } from './api.ts';
import { audit } from './audit.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';
import { tellEndings, tellPlanEndings } from './endings.ts';
import { createLog } from './log.ts';
import { closeServices, openServices, type Services } from './services.ts';
import { readSettings } from './settings.ts';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-payments-'));
const lines: string[] = [];
const log = createLog('debug', (line) => lines.push(line));
let database: TestDatabase;
let services: Services;
let server: Server;
let url = '';

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  const { user, database: name, host } = database.connection;
  const settings = readSettings({
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    SITE_SECRET: 's'.repeat(40),
  });
  const limits = Object.fromEntries(
    Object.keys(LIMITS).map((rule) => [rule, { count: 10_000, seconds: 60 }]),
  ) as unknown as Limits;
  services = await openServices(settings, log, { limits, passwords: createPasswords({ N: 16, r: 8, p: 1 }) });
  const listener = getRequestListener(createApi(services, log).fetch);
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await closeServices(services);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Visitor = { readonly cookie: string; readonly id: string; readonly email: string };

async function someone(locale: 'en' | 'ko' = 'en'): Promise<Visitor> {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password: 'correct horse', firstName: '민아', lastName: '김', locale };
  await send('', 'POST', 'account/sign-up', account);
  await database.query('update accounts.users set email_verified = true where email = $1', [email]);
  return signIn(account);
}

async function signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Visitor> {
  const response = await send('', 'POST', 'account/sign-in', { email, password });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { person } = z.object({ person: z.object({ id: z.string() }) }).parse(await response.json());
  return { cookie, id: person.id, email };
}

function send(cookie: string, method: string, address: string, body?: unknown, origin = url): Promise<Response> {
  return fetch(`${url}/api/${address}`, {
    method,
    headers: {
      ...(origin && { Origin: origin }),
      Cookie: cookie,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function codeOf(response: Response): Promise<unknown> {
  return z.object({ error: z.object({ code: z.string() }) }).parse(await response.json()).error.code;
}

async function checkout({ cookie }: Visitor, plan: 'monthly' | 'annual' = 'monthly', locale = 'en') {
  const begun = contract.checkoutResponse.parse(await (await send(cookie, 'POST', 'payments', { plan, locale })).json());
  if (!begun.approveUrl) throw new Error('nothing to agree to');
  return { id: begun.paymentId, approveUrl: begun.approveUrl };
}

/** What the buyer does on the page of the service; answers where they are sent. */
async function decide(approveUrl: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(approveUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return new URL(response.headers.get('Location') ?? '');
}

async function back({ cookie }: Visitor, place: URL, cancelled = false): Promise<contract.PaymentView> {
  const order = place.searchParams.get('token');
  const response = await send(cookie, 'POST', 'payments/return', { order, cancelled });
  return contract.paymentResponse.parse(await response.json()).payment;
}

async function buy(visitor: Visitor, plan: 'monthly' | 'annual' = 'monthly', outcome = 'paid'): Promise<contract.PaymentView> {
  const { approveUrl } = await checkout(visitor, plan);
  return back(visitor, await decide(approveUrl, { choice: 'pay', outcome }));
}

async function lettersTo(email: string) {
  await deliverMail({ database, transport: services.mail, brand: { name: 'Bakkum' } });
  return (await readFileMailbox(services.mailbox)).filter(({ to }) => to === email);
}

describe('buying a plan', () => {
  it('goes by way of the page of the service, and gives plan, credits and a receipt in the language of the account', async () => {
    const visitor = await someone('ko');
    const { approveUrl } = await checkout(visitor, 'annual', 'ko');
    const page = await (await fetch(approveUrl)).text();
    expect(page).toContain('lang="ko"');
    expect(page).toContain('US$200.00');
    const place = await decide(approveUrl, { choice: 'pay', outcome: 'paid' });
    expect(`${place.origin}${place.pathname}`).toBe(`${url}/ko/payment`);
    expect(place.searchParams.get('back')).toBe('paid');
    expect(await back(visitor, place)).toMatchObject({
      state: 'captured',
      plan: 'annual',
      amount: '200.00',
      refundWay: 'at-once',
    });
    // The address again, as after a reload.
    expect(await back(visitor, place)).toMatchObject({ state: 'captured' });
    const credits: unknown = await (await send(visitor.cookie, 'GET', 'credits')).json();
    expect(credits).toMatchObject({ plan: 'annual', premium: true, current: 500 });
    const [receipt] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('영수증'));
    expect(receipt?.text).toMatch(/US\$200\.00[\s\S]*\/ko\/account\/receipt\?id=/);
    const own = contract.paymentsResponse.parse(await (await send(visitor.cookie, 'GET', 'payments')).json());
    expect(own).toMatchObject({ payments: [{ state: 'captured' }], periods: [{ plan: 'annual' }] });
  });

  it('cancelled, stays open; declined, is tried again; both say so', async () => {
    const visitor = await someone();
    const { approveUrl, id } = await checkout(visitor);
    const cancelled = await decide(approveUrl, { choice: 'cancel' });
    expect(cancelled.searchParams.get('back')).toBe('cancelled');
    expect(await back(visitor, cancelled, true)).toMatchObject({ id, state: 'ordered' });
    const declined = await decide((await checkout(visitor)).approveUrl, { choice: 'pay', outcome: 'declined' });
    expect(await back(visitor, declined)).toMatchObject({ id, state: 'ordered', problem: 'declined' });
    const paid = await decide((await checkout(visitor)).approveUrl, { choice: 'pay', outcome: 'paid' });
    expect(await back(visitor, paid)).toMatchObject({ id, state: 'captured' });
  });

  it('whose answer is lost is found by asking again', async () => {
    const visitor = await someone();
    const first = await buy(visitor, 'monthly', 'lost');
    expect(['capturing', 'captured']).toContain(first.state);
    await database.query('update payment.payments set leased_until = null where id = $1', [first.id]);
    const response = await send(visitor.cookie, 'GET', `payments/${first.id}`);
    expect(contract.paymentResponse.parse(await response.json()).payment.state).toBe('captured');
  });

  it('works with the demo account, as no money moves', async () => {
    const visitor = await signIn(DEMO_ACCOUNT);
    expect(await buy(visitor)).toMatchObject({ state: 'captured' });
    expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ plan: 'monthly', current: 1000 });
  });
});

describe('what is refused', () => {
  it('nobody pays without an account, for a plan that is not sold, or from another site', async () => {
    const { cookie } = await someone();
    expect(await codeOf(await send('', 'POST', 'payments', { plan: 'monthly', locale: 'en' }))).toBe('not-signed-in');
    expect(await codeOf(await send(cookie, 'POST', 'payments', { plan: 'free', locale: 'en' }))).toBe('invalid-request');
    const foreign = await send(cookie, 'POST', 'payments', { plan: 'monthly', locale: 'en' }, 'https://evil.example');
    expect(await codeOf(foreign)).toBe('foreign-origin');
    expect(await codeOf(await send(cookie, 'POST', 'payments', { plan: 'monthly', locale: 'en' }, ''))).toBe('foreign-origin');
  });

  it('the order of somebody else is not there, with its address, its number or its refund', async () => {
    const [buyer, stranger] = [await someone(), await someone()];
    const { approveUrl, id } = await checkout(buyer);
    const place = await decide(approveUrl, { choice: 'pay', outcome: 'paid' });
    const order = place.searchParams.get('token');
    expect(await codeOf(await send(stranger.cookie, 'POST', 'payments/return', { order }))).toBe('not-found');
    expect(await codeOf(await send(stranger.cookie, 'GET', `payments/${id}`))).toBe('not-found');
    expect(await codeOf(await send(stranger.cookie, 'POST', `payments/${id}/refund`))).toBe('refund-not-possible');
    expect(await back(buyer, place)).toMatchObject({ state: 'captured' });
  });

  it('a message that is not signed as the service signs', async () => {
    const standIn = services.payment?.standIn;
    if (!standIn) throw new Error('no stand-in');
    const body = Buffer.from(
      JSON.stringify({ id: randomUUID(), event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'X' } }),
    );
    const message = signed(body, standIn.messageParts());
    const post = (headers: Readonly<Record<string, string>>) =>
      fetch(`${url}/api/payments/events`, { method: 'POST', headers, body: new Uint8Array(body) });
    expect((await post({ ...message.headers, 'paypal-transmission-sig': 'AAAA' })).status).toBe(422);
    expect((await post({ 'Content-Type': 'application/json' })).status).toBe(422);
    expect((await post(message.headers)).status).toBe(200);
    expect((await post(message.headers)).status).toBe(200);
    const rows = await database.query("select from payment.events where subject_id = 'X'");
    expect(rows).toHaveLength(1);
  });
});

it('gives money back within seven days, takes the credits, and mails it', async () => {
  const visitor = await someone();
  const { id } = await buy(visitor);
  const response = await send(visitor.cookie, 'POST', `payments/${id}/refund`);
  expect(contract.paymentResponse.parse(await response.json()).payment).toMatchObject({
    state: 'refunded',
    refund: { state: 'completed' },
    refundWay: 'none',
  });
  expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ plan: 'free', current: 10 });
  expect((await lettersTo(visitor.email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your Bakkum receipt', 'Your Bakkum refund']),
  );
  expect(await codeOf(await send(visitor.cookie, 'POST', `payments/${id}/refund`))).toBe('refund-not-possible');
});

it('says three days before that a plan ends, once, and not that its credits are renewed', async () => {
  const visitor = await someone();
  await buy(visitor);
  const soon = new Date(Date.now() + 28 * DAY_MS);
  await tellEndings(services, soon);
  await tellPlanEndings(services, soon);
  await tellPlanEndings(services, soon);
  await deliverMail({ database, transport: services.mail, brand: { name: 'Bakkum' } }, soon);
  const subjects = (await readFileMailbox(services.mailbox))
    .filter(({ to }) => to === visitor.email)
    .map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Your Bakkum plan ends'))).toHaveLength(1);
  expect(subjects.filter((subject) => subject.includes('left until'))).toEqual([]);
});

it('forgets the buyer with the account, and keeps the payment', async () => {
  const visitor = await someone();
  const { id } = await buy(visitor);
  const exported = z
    .object({ payments: z.array(z.object({ id: z.string() })) })
    .parse(await (await send(visitor.cookie, 'GET', 'account/export')).json());
  expect(exported.payments).toMatchObject([{ id }]);
  await send(visitor.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  const rows = await database.query('select user_id, payer_id, state from payment.payments where id = $1', [id]);
  expect(rows).toEqual([{ user_id: null, payer_id: null, state: 'captured' }]);
});

it('leaves books that balance, and a log without anything about anybody', async () => {
  expect((await audit(services, log)).violations).toEqual([]);
  expect(lines.join('\n')).not.toMatch(/@example\.com|correct horse/);
});
