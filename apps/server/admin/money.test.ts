import { randomUUID } from 'node:crypto';
import type { PaymentWay } from '@bakkum/api-contract/billing/payments';
import { createLedger } from '@bakkum/credits/ledger';
import { openDatabaseClock } from '@bakkum/database/database-clock';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type Jobs, startJobs } from '@bakkum/jobs/jobs';
import { withCancellation } from '@bakkum/payment-fake/portone/fake-portone';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { costOf } from '../config/image-costs.ts';
import { readSettings } from '../config/settings.ts';
import { openPayments, type PaymentService } from '../features/payments/service.ts';
import { auditAndAlert } from '../jobs/ledger-audit.ts';
import { MIGRATIONS } from '../migrations.ts';
import { createLog } from '../observability/log.ts';
import { moneyCommand } from './money.ts';

const settings = readSettings({ CONTACT_EMAIL: 'operator@example.com', IMAGE_COSTS_USD: 'stability=0.03,stability/ultra=0.08' });
const log = createLog('error', () => undefined);
let database: TestDatabase;
let clock: Awaited<ReturnType<typeof openDatabaseClock>>;
let jobs: Jobs;
let service: PaymentService;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), MIGRATIONS);
  clock = await openDatabaseClock({ sql: database, report: () => undefined });
  jobs = await startJobs({ database, works: false, onProblem: () => undefined });
  const opened = await openPayments({ settings, database, clock, jobs, log, secret: 's'.repeat(40) });
  if (!opened) throw new Error('no payments');
  service = opened;
});
afterAll(async () => {
  await jobs.stop(0);
  await database.close();
});

const run = (...args: string[]): Promise<string> => moneyCommand({ settings, database, clock, args, options: {} });

/** A payment that was captured. */
async function paid(way: PaymentWay, userId: string = randomUUID()): Promise<string> {
  const payments = service.ways.get(way)?.payments;
  const amount = way === 'paypal' ? '20.00' : '29000';
  const place = 'http://localhost:3000/payment';
  const addresses = () => ({ returnUrl: place, cancelUrl: place, windowUrl: place });
  const checkout = { userId, product: 'monthly', start: 'now', amount, locale: 'en', description: 'Pro', addresses } as const;
  const begun = await payments?.begin(checkout);
  if (begun?.outcome !== 'approve') throw new Error(begun?.outcome);
  if (way === 'paypal') {
    const body = new URLSearchParams({ choice: 'pay', outcome: 'paid' });
    await service.fakes?.paypal.fetch(new Request(begun.approveUrl, { method: 'POST', body }));
  } else {
    const money = { minor: 29_000, currency: 'KRW' };
    const wanted = { paymentId: begun.paymentId, description: 'Pro', money, locale: 'en', returnUrl: place } as const;
    const request = service.ways.get(way)?.client.window?.(wanted).means[0]?.request;
    const body = JSON.stringify({ request, outcome: 'paid' });
    await service.fakes?.portone.fetch(new Request('http://portone.invalid/demo/portone/window', { method: 'POST', body }));
  }
  expect(await service.payments.finish(begun.paymentId)).toBe('captured');
  return begun.paymentId;
}

const alerts = async (): Promise<readonly string[]> =>
  (await database.query("select data->>'what' as what from mail.outbox where template = 'money-alert' order by 1")).map(
    ({ what }) => String(what),
  );

it('sums up revenue by service, currency and product, and agrees with the books', async () => {
  const [first, second] = [await paid('paypal'), await paid('portone')];
  await paid('paypal');
  await service.payments.refundByOperator(first);
  await service.fakes?.portone.change(second, (payment) =>
    withCancellation(payment, { amount: 9000, trigger: 'CONSOLE', at: clock.now() }),
  );
  await service.fakes?.portone.tell(second, 'Transaction.PartialCancelled');
  await expect.poll(async () => (await service.payments.workInbox(), run())).toContain('9000 KRW');
  const report = await run();
  expect(report).toContain('fake-portone\tmonthly\t1\t0\t29000 KRW\t9000 KRW\t0 KRW\t20000 KRW\t0 KRW');
  expect(report).toContain('stand-in\tmonthly\t2\t0\t40.00 USD\t20.00 USD\t0.00 USD\t20.00 USD\t0.00 USD');
  expect(report).toMatch(/Money and credits agree\.$/);
});

it('lists accounts with a reason, and prints the evidence about a payment', async () => {
  const userId = randomUUID();
  const id = await paid('portone', userId);
  await service.fakes?.portone.change(id, (payment) =>
    withCancellation(payment, { amount: 29_000, trigger: 'CHARGEBACK', at: clock.now() }),
  );
  await service.fakes?.portone.tell(id, 'Transaction.Cancelled');
  await expect.poll(async () => (await service.payments.workInbox(), run())).toContain(`${userId}\tfrozen, money-taken-back`);
  const evidence: unknown = JSON.parse(await run('evidence', `INV-${id}`));
  expect(evidence).toMatchObject({
    number: `INV-${id}`,
    payment: { provider: 'fake-portone', state: 'reversed', money: { minor: 29_000, currency: 'KRW' } },
    buyer: 'account deleted',
    creditsUsed: [{ amount: 500, spent: 0 }],
  });
  expect(JSON.stringify(evidence)).toContain('Transaction.Cancelled');
  await expect(run('evidence', 'x')).rejects.toThrow('number of the payment');
  await expect(run('evidence', randomUUID())).rejects.toThrow('There is no payment');
});

it('emails the operator once about each problem, and about books that disagree', async () => {
  await expect.poll(alerts).toEqual(['partly-refunded', 'payment-reversed']);
  const parts = { database, ledger: createLedger(database, clock.now), clock, settings, jobs };
  await auditAndAlert(parts, log);
  expect(await alerts()).toHaveLength(2);
  await database.query('delete from payment.periods where payment_id = (select payment_id from payment.periods limit 1)');
  await auditAndAlert(parts, log);
  await auditAndAlert(parts, log);
  expect(await alerts()).toEqual(['ledger-violated', 'partly-refunded', 'payment-reversed']);
  await expect(run()).rejects.toThrow('captured payment without a period');
});

it('knows the cost of an image by model, otherwise by service', () => {
  expect(['ultra', 'core', null].map((model) => costOf(settings.imageCosts, 'stability', model))).toEqual([0.08, 0.03, 0.03]);
  expect(costOf(settings.imageCosts, 'openai', 'x')).toBeUndefined();
  expect(() => readSettings({ IMAGE_COSTS_USD: 'stability' })).toThrow('IMAGE_COSTS_USD');
});
