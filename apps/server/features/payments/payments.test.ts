/** Tests payments over HTTP, with the fake service of demo mode. */
import { randomUUID } from 'node:crypto';
import * as contract from '@bakkum/api-contract/billing/payments';
import { PLANS } from '@bakkum/api-contract/billing/plans';
import { createLedger } from '@bakkum/credits/ledger';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { deliverMail } from '@bakkum/mail/outbox';
import { lockPayment } from '@bakkum/payment/record';
import { signed } from '@bakkum/payment-fake/messages';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { DEMO_ACCOUNT } from '../../config/demo-account.ts';
import { sendCycleExpiryNotices, sendPlanExpiryNotices } from '../../jobs/expiry-notices.ts';
import { audit } from '../../jobs/ledger-audit.ts';
import type { Services } from '../../services.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { product: 'monthly', start: 'now', amount: '20.00', locale: 'en' };
let server: TestServer;
let services: Services;
const send: TestServer['send'] = (...request) => server.send(...request);
const someone: TestServer['someone'] = (...account) => server.someone(...account);

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  ({ services } = server);
});
afterAll(() => server.close());

async function codeOf(response: Response): Promise<unknown> {
  return z.object({ error: z.object({ code: z.string() }) }).parse(await response.json()).error.code;
}

async function offersOf({ cookie }: Visitor, product: contract.Product): Promise<readonly contract.Offer[]> {
  const response = await send(cookie, 'GET', `payments/offers?product=${product}`);
  return contract.offersResponse.parse(await response.json()).offers;
}

/** Starts a payment. If there are two offers, picks the one that starts after the paid time. */
async function checkout(visitor: Visitor, product: contract.Product = 'monthly', locale = 'en', start?: contract.Start) {
  const offers = await offersOf(visitor, product);
  const offer = start ? offers.find((one) => one.start === start) : offers.at(-1);
  const request = { product, start: offer?.start, amount: offer?.amount, locale };
  const begun = contract.checkoutResponse.parse(await (await send(visitor.cookie, 'POST', 'payments', request)).json());
  if (!begun.approveUrl) throw new Error('nothing to agree to');
  return { id: begun.paymentId, approveUrl: begun.approveUrl };
}

/** Acts as the buyer on the service's page. Returns the redirect address. */
async function decide(approveUrl: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(approveUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return new URL(response.headers.get('Location') ?? '');
}

async function back({ cookie }: Visitor, place: URL, cancelled = false): Promise<contract.PaymentView> {
  const order = place.searchParams.get('token');
  const response = await send(cookie, 'POST', 'payments/return', { order, cancelled });
  return contract.paymentResponse.parse(await response.json()).payment;
}

async function buy(
  visitor: Visitor,
  product: contract.Product = 'monthly',
  outcome = 'paid',
  start?: contract.Start,
): Promise<contract.PaymentView> {
  const { approveUrl } = await checkout(visitor, product, 'en', start);
  return back(visitor, await decide(approveUrl, { choice: 'pay', outcome }));
}

async function lettersTo(email: string) {
  await deliverMail({ database: server.database, transport: services.mail, brand: { name: 'Bakkum' } });
  return (await readFileMailbox(services.mailbox)).filter(({ to }) => to === email);
}

describe('a credit pack', () => {
  it('is added at once, appears on statement and receipt, and does not change the plan', async () => {
    const visitor = await someone();
    expect(await offersOf(visitor, 'pack100')).toMatchObject([{ start: 'now', amount: '5.00', freeCreditsEnding: 0 }]);
    const { approveUrl } = await checkout(visitor, 'pack100');
    expect(await (await fetch(approveUrl)).text()).toContain('100 credits, valid for 365 days');
    const payment = await back(visitor, await decide(approveUrl, { choice: 'pay', outcome: 'paid' }));
    expect(payment).toMatchObject({ state: 'captured', product: 'pack100', credits: 100, amount: '5.00', refundWay: 'at-once' });
    expect(Date.parse(payment.endsAt ?? '') - Date.parse(payment.startsAt ?? '')).toBe(365 * DAY_MS);
    const credits: unknown = await (await send(visitor.cookie, 'GET', 'credits')).json();
    expect(credits).toMatchObject({
      plan: 'free',
      premium: false,
      current: 110,
      remainders: [
        { origin: 'free', amount: 10 },
        { origin: 'pack', amount: 100 },
      ],
    });
    const statement: unknown = await (await send(visitor.cookie, 'GET', 'credits/statement')).json();
    expect(statement).toMatchObject({ rows: [{ origin: 'pack', amount: 100, paymentId: payment.id }, { origin: 'free' }] });
    const [receipt] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('receipt'));
    expect(receipt?.text).toContain('100 credits: $5');
    expect(receipt?.text).toContain('You can use these credits with any plan until');
  });
});

describe('buying a plan', () => {
  it('shows which free credits end, and refuses a price other than the one shown', async () => {
    const visitor = await someone();
    expect(await offersOf(visitor, 'monthly')).toMatchObject([{ start: 'now', amount: '20.00', freeCreditsEnding: 10 }]);
    for (const wrong of [{ amount: '0.01' }, { amount: '19.99' }, { start: 'after' }, { product: 'annual' }])
      expect(await codeOf(await send(visitor.cookie, 'POST', 'payments', { ...MONTHLY, ...wrong }))).toBe('price-changed');
    await buy(visitor);
    expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ current: 500, total: 500 });
  });

  it('switches to the annual plan at once, with the unused value deducted', async () => {
    const visitor = await someone();
    await buy(visitor);
    const [now, after] = await offersOf(visitor, 'annual');
    expect(now).toMatchObject({
      start: 'now',
      amount: '180.00',
      deduction: { plan: 'monthly', amount: '20.00', daysLeft: 30, days: 30, creditsLeft: 500, credits: 500 },
    });
    expect(after).toMatchObject({ start: 'after', amount: '200.00' });
    expect(await buy(visitor, 'annual', 'paid', 'now')).toMatchObject({ state: 'captured', amount: '180.00', deducted: '20.00' });
    expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ plan: 'annual', current: 1000 });
    const own = contract.paymentsResponse.parse(await (await send(visitor.cookie, 'GET', 'payments')).json());
    expect(own.periods).toMatchObject([{ plan: 'annual' }]);
    expect(own.payments).toMatchObject([
      { product: 'annual', refundWay: 'at-once' },
      { product: 'monthly', refundWay: 'none' },
    ]);
  });

  it("redirects to the service and grants plan, credits and a receipt in the account's language", async () => {
    const visitor = await someone('ko');
    const { approveUrl } = await checkout(visitor, 'annual', 'ko');
    const page = await (await fetch(approveUrl)).text();
    expect(page).toContain('lang="ko"');
    expect(page).toContain('US$200.00');
    expect(page).toContain(`${PLANS.annual.sale?.days ?? ''}일`);
    const place = await decide(approveUrl, { choice: 'pay', outcome: 'paid' });
    expect(`${place.origin}${place.pathname}`).toBe(`${server.url}/ko/payment`);
    expect(place.searchParams.get('back')).toBe('paid');
    expect(await back(visitor, place)).toMatchObject({
      state: 'captured',
      product: 'annual',
      amount: '200.00',
      refundWay: 'at-once',
    });
    // Requests the return address again, as after a reload.
    expect(await back(visitor, place)).toMatchObject({ state: 'captured' });
    const credits: unknown = await (await send(visitor.cookie, 'GET', 'credits')).json();
    expect(credits).toMatchObject({ plan: 'annual', premium: true, current: 500 });
    const [receipt] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('영수증'));
    expect(receipt?.text).toMatch(/US\$200\.00[\s\S]*\/ko\/account\/receipt\?id=/);
    const own = contract.paymentsResponse.parse(await (await send(visitor.cookie, 'GET', 'payments')).json());
    expect(own).toMatchObject({ payments: [{ state: 'captured' }], periods: [{ plan: 'annual' }] });
  });

  it('stays open after a cancellation and can be retried after a decline', async () => {
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

  it('is found again after a lost response', async () => {
    const visitor = await someone();
    const first = await buy(visitor, 'monthly', 'lost');
    expect(['capturing', 'captured']).toContain(first.state);
    await server.database.query('update payment.payments set leased_until = null where id = $1', [first.id]);
    const response = await send(visitor.cookie, 'GET', `payments/${first.id}`);
    expect(contract.paymentResponse.parse(await response.json()).payment.state).toBe('captured');
  });

  it('works with the demo account and the fake service', async () => {
    const visitor = await server.signIn(DEMO_ACCOUNT);
    expect(await buy(visitor)).toMatchObject({ state: 'captured' });
    expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ plan: 'monthly', current: 1000 });
  });
});

describe('refuses', () => {
  it('a purchase without an account, of an unknown plan, or from another site', async () => {
    const { cookie } = await someone();
    expect(await codeOf(await send('', 'POST', 'payments', MONTHLY))).toBe('not-signed-in');
    expect(await codeOf(await send(cookie, 'POST', 'payments', { ...MONTHLY, product: 'free' }))).toBe('invalid-request');
    const foreign = await send(cookie, 'POST', 'payments', MONTHLY, { Origin: 'https://evil.example' });
    expect(await codeOf(foreign)).toBe('foreign-origin');
    expect(await codeOf(await send(cookie, 'POST', 'payments', MONTHLY, { Origin: '' }))).toBe('foreign-origin');
  });

  it('access to an order of another user', async () => {
    const [buyer, stranger] = [await someone(), await someone()];
    const { approveUrl, id } = await checkout(buyer);
    const place = await decide(approveUrl, { choice: 'pay', outcome: 'paid' });
    const order = place.searchParams.get('token');
    expect(await codeOf(await send(stranger.cookie, 'POST', 'payments/return', { order }))).toBe('not-found');
    expect(await codeOf(await send(stranger.cookie, 'GET', `payments/${id}`))).toBe('not-found');
    expect(await codeOf(await send(stranger.cookie, 'POST', `payments/${id}/refund`))).toBe('refund-not-possible');
    expect(await back(buyer, place)).toMatchObject({ state: 'captured' });
  });

  it('a message with an invalid signature', async () => {
    const fake = services.payment?.fakes?.paypal;
    if (!fake) throw new Error('no fake service');
    const body = Buffer.from(
      JSON.stringify({ id: randomUUID(), event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'X' } }),
    );
    const message = signed(body, fake.messageParts());
    const post = (headers: Readonly<Record<string, string>>) =>
      fetch(`${server.url}/api/payments/events`, { method: 'POST', headers, body: new Uint8Array(body) });
    expect((await post({ ...message.headers, 'paypal-transmission-sig': 'AAAA' })).status).toBe(422);
    expect((await post({ 'Content-Type': 'application/json' })).status).toBe(422);
    expect((await post(message.headers)).status).toBe(200);
    expect((await post(message.headers)).status).toBe(200);
    const rows = await server.database.query("select from payment.events where subject_id = 'X'");
    expect(rows).toHaveLength(1);
  });
});

it('refunds within seven days, withdraws the credits and sends an email', async () => {
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

it('announces the end of a plan three days ahead, once, without a credit notice', async () => {
  const visitor = await someone();
  await buy(visitor);
  const soon = new Date(Date.now() + 28 * DAY_MS);
  await sendCycleExpiryNotices(services, soon);
  await sendPlanExpiryNotices(services, soon);
  await sendPlanExpiryNotices(services, soon);
  await deliverMail({ database: server.database, transport: services.mail, brand: { name: 'Bakkum' } }, soon);
  const subjects = (await readFileMailbox(services.mailbox))
    .filter(({ to }) => to === visitor.email)
    .map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Your Bakkum plan ends'))).toHaveLength(1);
  expect(subjects.filter((subject) => subject.includes('to use by'))).toEqual([]);
});

it('removes the buyer with the account and keeps the payment', async () => {
  const visitor = await someone();
  const { id } = await buy(visitor);
  const exported = z
    .object({ payments: z.array(z.object({ id: z.string() })) })
    .parse(await (await send(visitor.cookie, 'GET', 'account/export')).json());
  expect(exported.payments).toMatchObject([{ id }]);
  await send(visitor.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  const rows = await server.database.query('select user_id, payer_id, state from payment.payments where id = $1', [id]);
  expect(rows).toEqual([{ user_id: null, payer_id: null, state: 'captured' }]);
});

it('gives free credits once to an address whose account is deleted and made again', async () => {
  const first = await someone();
  const current = async ({ cookie }: Visitor) =>
    z.object({ current: z.number() }).parse(await (await send(cookie, 'GET', 'credits')).json()).current;
  expect(await current(first)).toBe(10);
  await send(first.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  const again = await someone('en', first.email);
  expect(await current(again)).toBe(0);
  const alias = await someone('en', first.email.replace('@', '+again@'));
  expect(await current(alias)).toBe(0);
});

it('reviews a refund of a buyer who had one from a deleted account', async () => {
  const first = await someone();
  const { id } = await buy(first);
  await send(first.cookie, 'POST', `payments/${id}/refund`);
  await send(first.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  const again = await buy(await someone('en', first.email));
  expect(again).toMatchObject({ state: 'captured', refundWay: 'ask' });
});

it('deletes an account during payment processing without a deadlock', async () => {
  const visitor = await someone();
  const { id } = await buy(visitor);
  const [row] = await server.database.query('select user_id from payment.payments where id = $1', [id]);
  const waiting = async (): Promise<number> =>
    (
      await server.database.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%payment.payments%'`,
      )
    ).length;
  const deleting = await server.database.transaction(async (sql) => {
    await lockPayment(sql, id);
    const answer = send(visitor.cookie, 'POST', 'account/delete', { password: 'correct horse' });
    await expect.poll(waiting).toBeGreaterThan(0);
    // In the opposite lock order, each would wait for the other.
    await createLedger(sql).balance(String(row?.['user_id']));
    return { answer };
  });
  expect((await deleting.answer).ok).toBe(true);
  const rows = await server.database.query('select user_id from payment.payments where id = $1', [id]);
  expect(rows).toEqual([{ user_id: null }]);
});

it('leaves a balanced ledger and a log without personal data', async () => {
  expect((await audit(services, server.log)).violations).toEqual([]);
  expect(server.lines.join('\n')).not.toMatch(/@example\.com|correct horse/);
});
