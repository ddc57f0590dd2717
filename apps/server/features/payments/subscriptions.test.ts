/** Tests subscriptions over HTTP, with the fake service of demo mode. */
import * as payments from '@bakkum/api-contract/billing/payments';
import * as contract from '@bakkum/api-contract/billing/subscriptions';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { deliverMail } from '@bakkum/mail/outbox';
import { unlinkBuyer } from '@bakkum/payment/report';
import { PAYMENT_PROVIDERS } from '@bakkum/registry/payment-providers.node.gen';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { currentPlan } from '../../current-plan.ts';
import type { Services } from '../../services.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { buyerTracesOf } from './service.ts';
import { salesOf } from './ways.ts';

let server: TestServer;
let services: Services;
beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  ({ services } = server);
});
afterAll(() => server.close());

const send: TestServer['send'] = (...request) => server.send(...request);
const MONTHLY = { plan: 'monthly', amount: '20.00', locale: 'en' };

async function codeOf(response: Response): Promise<unknown> {
  return z.object({ error: z.object({ code: z.string() }) }).parse(await response.json()).error.code;
}

async function lettersTo(email: string) {
  await deliverMail({ database: server.database, transport: services.mail, brand: { name: 'Bakkum' } });
  return (await readFileMailbox(services.mailbox)).filter(({ to }) => to === email);
}

async function viewOf({ cookie }: Visitor): Promise<payments.PaymentsView> {
  return payments.paymentsResponse.parse(await (await send(cookie, 'GET', 'payments')).json());
}

async function offersOf({ cookie }: Visitor, product: string, way = 'paypal') {
  const response = await send(cookie, 'GET', `payments/offers?product=${product}&way=${way}`);
  return payments.offersResponse.parse(await response.json());
}

/** Subscribes and returns from the page of the fake. */
async function subscribe(visitor: Visitor, outcome = 'pays'): Promise<{ readonly serviceId: string }> {
  const response = await send(visitor.cookie, 'POST', 'subscriptions', MONTHLY);
  const { approveUrl } = contract.subscribeResponse.parse(await response.json());
  const approved = await fetch(approveUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay', outcome }),
    redirect: 'manual',
  });
  const serviceId = new URL(approved.headers.get('Location') ?? '').searchParams.get('subscription_id') ?? '';
  const back = await send(visitor.cookie, 'POST', 'subscriptions/return', { subscription: serviceId });
  expect(contract.subscriptionReturnResponse.parse(await back.json())).toMatchObject({ subscription: { state: 'active' } });
  return { serviceId };
}

it('offers a renewal with its dates and price, for PayPal only, beside a single payment', async () => {
  const visitor = await server.someone();
  const { offers, renewal } = await offersOf(visitor, 'monthly');
  expect(offers).toMatchObject([{ start: 'now', amount: '20.00' }]);
  expect(renewal).toMatchObject({ amount: '20.00', days: 30, startsNow: true, freeCreditsEnding: 10 });
  expect((await offersOf(visitor, 'monthly', 'portone')).renewal).toBeUndefined();
  expect((await offersOf(visitor, 'pack100')).renewal).toBeUndefined();
});

it('says nothing of renewals where the operator has set up no plans', () => {
  const manifest = PAYMENT_PROVIDERS.find(({ id }) => id === 'paypal');
  if (!manifest) throw new Error('no PayPal');
  const won = { monthly: 1, annual: 1, pack100: 1, pack500: 1 };
  const of = (values: Readonly<Record<string, string>>) =>
    salesOf({ kind: 'providers', won, services: [{ manifest, values }] }, { missing: [], hasWindow: true }).payments?.renews;
  expect(of({ id: 'a', secret: 'b', webhookId: 'c', monthlyPlan: '', annualPlan: '' })).toBe(false);
  expect(of({ id: 'a', secret: 'b', webhookId: 'c', monthlyPlan: 'P-1', annualPlan: '' })).toBe(true);
});

it('subscribes, shows the next charge, and cancels with the paid time left', async () => {
  const visitor = await server.someone();
  await subscribe(visitor);
  expect(await viewOf(visitor)).toMatchObject({
    payments: [{ product: 'monthly', state: 'captured' }],
    subscription: { plan: 'monthly', amount: '20.00', days: 30, state: 'active', test: true, changes: [{ plan: 'annual' }] },
  });
  expect((await viewOf(visitor)).subscription?.nextChargeAt).toBeDefined();
  expect(await offersOf(visitor, 'monthly')).toEqual({ offers: [] });
  expect(await codeOf(await send(visitor.cookie, 'POST', 'subscriptions', MONTHLY))).toBe('already-subscribed');
  const [receipt] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('receipt'));
  expect(receipt?.text).toContain('It renews automatically until you cancel it');

  const cancelled = await send(visitor.cookie, 'POST', 'subscriptions/cancel');
  expect(contract.subscriptionResponse.parse(await cancelled.json()).subscription).toMatchObject({
    state: 'ended',
    ending: { by: 'buyer', why: 'cancelled' },
  });
  const [ended] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('has ended'));
  expect(ended?.text).toContain('You can use your plan and its credits until');
  expect(await codeOf(await send(visitor.cookie, 'POST', 'subscriptions/cancel'))).toBe('no-subscription');
  const credits: unknown = await (await send(visitor.cookie, 'GET', 'credits')).json();
  expect(credits).toMatchObject({ plan: 'monthly', current: 500 });
});

it('refuses another price, and the subscriptions of other people', async () => {
  const visitor = await server.someone();
  expect(await codeOf(await send(visitor.cookie, 'POST', 'subscriptions', { ...MONTHLY, amount: '1.00' }))).toBe('price-changed');
  const { serviceId } = await subscribe(visitor);
  const stranger = await server.someone();
  expect(await codeOf(await send(stranger.cookie, 'POST', 'subscriptions/return', { subscription: serviceId }))).toBe(
    'not-found',
  );
  expect(await codeOf(await send(stranger.cookie, 'POST', 'subscriptions/cancel'))).toBe('no-subscription');
  expect(await codeOf(await send('', 'POST', 'subscriptions/cancel'))).toBe('not-signed-in');
  expect((await viewOf(visitor)).subscription).toMatchObject({ state: 'active' });
});

it('cancels a subscription that waits for approval', async () => {
  const visitor = await server.someone();
  await send(visitor.cookie, 'POST', 'subscriptions', MONTHLY);
  const cancelled = await send(visitor.cookie, 'POST', 'subscriptions/cancel');
  expect(contract.subscriptionResponse.parse(await cancelled.json()).subscription).toMatchObject({ state: 'expired' });
  expect(await codeOf(await send(visitor.cookie, 'POST', 'subscriptions/cancel'))).toBe('no-subscription');
});

it('emails the buyer about a failed renewal, and keeps the plan', async () => {
  const visitor = await server.someone();
  const { serviceId } = await subscribe(visitor, 'renewals-declined');
  await services.payment?.fakes?.paypal.subscriptions.charge(serviceId);
  await send(visitor.cookie, 'POST', 'subscriptions/return', { subscription: serviceId });
  const { subscription } = await viewOf(visitor);
  expect(subscription?.failing).toMatchObject({ retryAt: expect.any(String), endsAt: expect.any(String) });
  expect(subscription?.changes).toEqual([]);
  const [letter] = (await lettersTo(visitor.email)).filter(({ subject }) => subject.includes('couldn’t renew'));
  expect(letter?.text).toContain('PayPal will try again on');
  const [row] = await server.database.query('select user_id from payment.subscriptions where service_id = $1', [serviceId]);
  expect(await currentPlan(services, { id: String(row?.['user_id']) }, 'free')).toBe('monthly');
});

it('ends with the account', async () => {
  const visitor = await server.someone();
  const { serviceId } = await subscribe(visitor);
  const [row] = await server.database.query('select user_id from payment.subscriptions where service_id = $1', [serviceId]);
  expect(row?.['user_id']).toBeTruthy();
  await server.database.transaction((sql) =>
    unlinkBuyer(sql, String(row?.['user_id']), services.clock.now(), buyerTracesOf('s'.repeat(40))),
  );
  await services.payment?.payments.reconcile();
  expect(await services.payment?.fakes?.paypal.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED' });
});
