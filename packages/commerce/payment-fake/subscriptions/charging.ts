/** Charges subscriptions as time passes. */
import type { FakeSale, FakeSubscription } from './store.ts';

const DAY_MS = 86_400_000;
const RETRY_DAYS = 5;
/** Failed charges in a row after which the fake suspends, as the plans of the client ask for. */
const FAILURES_TO_SUSPEND = 3;

export type Said = { readonly type: string; readonly sale?: FakeSale };
export type Charged = { readonly subscription: FakeSubscription; readonly said: readonly Said[] };

/** Performs every charge that is due, and returns what the service reports about them. */
export function chargeDue(subscription: FakeSubscription, now: Date): Charged {
  let current = subscription;
  const said: Said[] = [];
  while (current.status === 'ACTIVE' && dueAt(current) <= now) {
    const charged = current.behaviour === 'renewals-declined' && current.sales.length > 0 ? decline(current) : pay(current);
    current = charged.subscription;
    said.push(...charged.said);
  }
  return { subscription: current, said };
}

function dueAt({ nextAt, retryAt }: FakeSubscription): Date {
  return new Date(retryAt ?? nextAt);
}

function pay(subscription: FakeSubscription): Charged {
  const { id, plan, sales, nextAt, behaviour, retryAt: _, ...rest } = subscription;
  const amount = behaviour === 'other-amount' ? { ...plan.amount, value: '0.01' } : plan.amount;
  const at = dueAt(subscription).toISOString();
  const sale: FakeSale = { id: `${id.slice(2)}S${sales.length + 1}`, state: 'completed', amount, at };
  const next = new Date(Date.parse(nextAt) + plan.days * DAY_MS).toISOString();
  const paid = { ...rest, id, plan, behaviour, sales: [...sales, sale], nextAt: next, failures: 0 };
  return { subscription: paid, said: [{ type: 'PAYMENT.SALE.COMPLETED', sale }] };
}

function decline(subscription: FakeSubscription): Charged {
  const failures = subscription.failures + 1;
  const due = dueAt(subscription);
  const isOver = failures >= FAILURES_TO_SUSPEND;
  return {
    subscription: {
      ...subscription,
      failures,
      failedAt: due.toISOString(),
      retryAt: new Date(due.getTime() + RETRY_DAYS * DAY_MS).toISOString(),
      status: isOver ? 'SUSPENDED' : 'ACTIVE',
    },
    said: [{ type: 'BILLING.SUBSCRIPTION.PAYMENT.FAILED' }, ...(isOver ? [{ type: 'BILLING.SUBSCRIPTION.SUSPENDED' }] : [])],
  };
}
