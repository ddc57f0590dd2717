import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type Jobs, startJobs } from '@bakkum/jobs/jobs';
import { PAYMENT_PROVIDERS } from '@bakkum/registry/payment-providers.node.gen';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { openPayments, type PaymentService } from '../features/payments/service.ts';
import { JOB_KINDS } from '../jobs/job-kinds.ts';
import { MIGRATIONS } from '../migrations.ts';
import { createLog } from '../observability/log.ts';
import { paymentsCommand } from './payments.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-admin-payments-'));
const settings = readSettings({ DATA_DIR: folder });
const clock = { now: () => new Date() };
let database: TestDatabase;
let jobs: Jobs;
let service: PaymentService;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), MIGRATIONS);
  jobs = await startJobs({ database, kinds: Object.values(JOB_KINDS), works: false, onProblem: () => undefined });
  const opened = await openPayments({
    settings,
    database,
    clock,
    jobs,
    log: createLog('error', () => undefined),
    secret: 's'.repeat(40),
  });
  if (!opened) throw new Error('no payments');
  service = opened;
});
afterAll(async () => {
  await jobs.stop(0);
  await database.close();
  rmSync(folder, { recursive: true });
});

const DEMO_WON = { monthly: 29_000, annual: 290_000, pack100: 7000, pack500: 33_000 };
const run = (...args: string[]): Promise<string> => paymentsCommand({ settings, database, clock, args });

const FULL_PRICE = { product: 'monthly', start: 'now', amount: '20.00' } as const;

/** Creates a payment that the buyer approved but nobody captured. */
async function agreed(): Promise<string> {
  const addresses = () => ({
    returnUrl: 'http://localhost:3000/payment',
    cancelUrl: 'http://localhost:3000/payment',
    windowUrl: 'http://localhost:3000/window',
  });
  const checkout = { userId: randomUUID(), ...FULL_PRICE, locale: 'en', description: 'Monthly', addresses } as const;
  const checkoutResult = await service.ways.get('paypal')?.payments.begin(checkout);
  if (checkoutResult?.outcome !== 'approve') throw new Error(checkoutResult?.outcome);
  const body = new URLSearchParams({ choice: 'pay', outcome: 'paid' });
  await service.fakes?.paypal.fetch(new Request(checkoutResult.approveUrl, { method: 'POST', body }));
  return checkoutResult.paymentId;
}

it('finishes open payments, lists their history and reports the day', async () => {
  const id = await agreed();
  expect(await run('reconcile')).toMatch(/^\d open payments looked at, \d settled; 0 refunds/);
  expect(await run()).toMatch(new RegExp(`^INV-${id}\t.*\tcaptured\tmonthly\t20\\.00 USD\tstand-in\t`));
  expect(await run('captured')).toContain(id);
  expect(await run('history', `INV-${id}`)).toMatch(/buyer\taccount deleted\n[\s\S]*\tbuyer\tcreated\t[\s\S]*\tcaptured\t/);
  const [, day = ''] = /\t(\d{4}-\d\d-\d\d)T/.exec(await run()) ?? [];
  const report = await run('report', day);
  expect(report).toMatch(/begun\tcaptured\t1\ncaptured\t20\.00 USD\nrefunded\t0\.00 USD\n[\s\S]*Money and credits agree\.$/);
  expect(await run('report')).toContain('Money and credits agree.');
});

it('checks whether every service accepts the keys', async () => {
  expect(await run('check')).toBe('paypal (fake)\tanswers and accepts the keys\nportone (fake)\tanswers and accepts the keys');
  const values = { storeId: 'store-1', secret: 'secret', base: 'http://127.0.0.1:1' };
  const [, manifest] = PAYMENT_PROVIDERS;
  if (!manifest) throw new Error('no second service');
  const real = { ...settings, payments: { kind: 'providers', won: DEMO_WON, services: [{ manifest, values }] } } as const;
  await expect(paymentsCommand({ settings: real, database, clock, args: ['check'] })).rejects.toThrow(
    /^portone\t(unavailable|unknown): no answer/,
  );
});

it('refunds once and cannot refuse an unrequested refund', async () => {
  const id = await agreed();
  await run('reconcile');
  await expect(run('refuse', id)).rejects.toThrow('No refund was requested for that payment');
  expect(await run('refund', id)).toBe('20.00 USD: refund completed');
  await expect(run('refund', id)).rejects.toThrow('refunded before');
  expect(await run('refunded')).toContain(id);
  await expect(run('refund', randomUUID())).rejects.toThrow('There is no payment');
  await expect(run('refuse', randomUUID())).rejects.toThrow('There is no payment');
  await expect(run('refund', 'x')).rejects.toThrow('number of the payment');
  await expect(run('report', 'yesterday')).rejects.toThrow('not a day');
  await expect(run('reconsile')).rejects.toThrow('States: created');
  expect(await run('reversed')).toBe('');
});

it('reports disputes and partial refunds with the command to run', async () => {
  const id = await agreed();
  await run('reconcile');
  const [row] = await database.query('select order_id from payment.payments where id = $1', [id]);
  const orderId = String(row?.['order_id']);
  const amount = { value: '20.00', currency_code: 'USD' };
  await service.fakes?.paypal.change(orderId, {
    capture: { status: 'PARTIALLY_REFUNDED', amount },
    parts: [{ ...amount, value: '4.00' }],
    dispute: { status: 'RESOLVED', outcome: 'RESOLVED_WITH_PAYOUT' },
  });
  await service.fakes?.paypal.tell(orderId, 'PAYMENT.CAPTURE.REFUNDED');
  await service.fakes?.paypal.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const steps = async (): Promise<string> => {
    await run('reconcile');
    return run('history', id);
  };
  await expect.poll(steps).toMatch(/(?=[\s\S]*partly-refunded)[\s\S]*dispute-opened/);
  const [, day = ''] = /\n(\S{10})T\S+\tservice\tpartly-refunded/.exec(await steps()) ?? [];
  const report = await run('report', day);
  expect(report).toMatch(new RegExp(`dispute open\tPP-D-${orderId}\tINV-${id}`));
  expect(report).toMatch(new RegExp(`partly refunded\tINV-${id}.*\tbakkum admin payments refund INV-${id} \\(`));
  expect(report).toMatch(/captured\t\d+\.00 USD\nrefunded\t\d*4\.00 USD\ntaken back\t0\.00 USD\n/);
  expect(said.mock.calls.join('\n')).toContain(`bakkum admin payments dispute PP-D-${orderId} won, or lost`);
  said.mockRestore();
  await expect(run('dispute', `PP-D-${orderId}`, 'drawn')).rejects.toThrow('won or lost');
  expect(await run('dispute', `PP-D-${orderId}`, 'won')).toBe(`Dispute PP-D-${orderId}: won`);
  await expect(run('dispute', `PP-D-${orderId}`, 'won')).rejects.toThrow('no open dispute');
});

it('reports where money and credits disagree', async () => {
  const id = await agreed();
  await run('reconcile');
  await database.query('delete from payment.periods where payment_id = $1', [id]);
  await expect(run('report')).rejects.toThrow(`captured payment without a period: ${id}`);
});

it('lists and ends subscriptions, and leaves the plans of the fake alone', async () => {
  await expect(run('plans')).rejects.toThrow('has its plans already');
  const subscriptions = service.ways.get('paypal')?.payments.subscriptions;
  const page = 'http://localhost:3000/payment';
  const begun = await subscriptions?.subscribe({
    ...{ userId: randomUUID(), plan: 'monthly', amount: '20.00', locale: 'en' },
    addresses: { returnUrl: page, cancelUrl: page },
  });
  if (begun?.outcome !== 'approve') throw new Error(begun?.outcome);
  const body = new URLSearchParams({ choice: 'pay', outcome: 'pays' });
  await service.fakes?.paypal.fetch(new Request(begun.approveUrl, { method: 'POST', body }));
  await run('reconcile');
  const number = `SUB-${begun.subscriptionId}`;
  expect(await run('subscriptions')).toMatch(new RegExp(`^${number}\\tactive\\tmonthly\\t20.00 USD\\tstand-in\\tI-.+\\tnext 20`));
  expect(await run('end', number)).toBe(`${number}: ended`);
  await expect(run('end', number)).rejects.toThrow('has ended already');
  const other = randomUUID();
  await database.query(
    `insert into payment.subscriptions (id, user_id, plan, plan_ref, amount, currency, credits, cycle, days, locale, provider, created_at, checked_at)
     values ($1, 'somebody', 'monthly', 'P-1', 2000, 'USD', 500, '{"days": 30}', 30, 'en', 'paypal', now(), now())`,
    [other],
  );
  await expect(run('end', `SUB-${other}`)).rejects.toThrow('The payment service of that subscription is not configured');
  await expect(run('end', 'INV-1')).rejects.toThrow('Enter the number of the subscription');
});
