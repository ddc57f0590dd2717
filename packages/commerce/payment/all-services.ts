import type { Database } from '@bakkum/database/database';
import type { Payments } from './payments.ts';
import { type Payment, paymentsWhere } from './record.ts';
import { ownPayments } from './report.ts';

/** Commands about payments of any service. Commands that start at a service, such as a purchase or a message, belong to that service. */
export type AllPayments = Omit<Payments, 'begin' | 'offers' | 'receive' | 'refundWay' | 'subscriptions'>;

/** Passes every command to the service that took the payment. @param services by the provider stored with payments */
export function allServices(database: Database, services: ReadonlyMap<string, Payments>): AllPayments {
  const each = [...services.values()];
  /** The service of a payment; undefined where there is no such payment, or its service is no longer configured. */
  const of = async (paymentId: string): Promise<Payments | undefined> => {
    const [payment] = await paymentsWhere(database, 'where id = $1', [paymentId]);
    return payment && services.get(payment.provider);
  };
  /** Payments of a service that is no longer configured are shown but cannot be changed. */
  const required = async (paymentId: string): Promise<Payments> => {
    const found = await of(paymentId);
    if (!found) throw new Error(`no payment ${paymentId} with a configured service`);
    return found;
  };
  return {
    find: (userId, key) => first(each, (one) => one.find(userId, key)),
    finish: async (id) => (await required(id)).finish(id),
    noteCancelled: async (id) => (await required(id)).noteCancelled(id),
    own: (userId) =>
      ownPayments(
        database,
        userId,
        async (payment: Payment) => (await services.get(payment.provider)?.refundWay(payment)) ?? 'none',
      ),
    askRefund: async (userId, id) => (await of(id))?.askRefund(userId, id) ?? { outcome: 'none' },
    async workInbox() {
      let worked = 0;
      for (const one of each) worked += await one.workInbox();
      return worked;
    },
    async reconcile(quietMs) {
      const sum = { looked: 0, settled: 0, refunds: 0, again: 0, subscriptions: 0 };
      for (const one of each) {
        const { looked, settled, refunds, again, subscriptions } = await one.reconcile(quietMs);
        sum.looked += looked;
        sum.settled += settled;
        sum.refunds += refunds;
        sum.again += again;
        sum.subscriptions += subscriptions;
      }
      return sum;
    },
    refundByOperator: async (id) => (await of(id))?.refundByOperator(id) ?? 'elsewhere',
    refuseRefund: async (id) => (await required(id)).refuseRefund(id),
    closeDispute: async (id, how) => (await first(each, async (one) => (await one.closeDispute(id, how)) || undefined)) ?? false,
  };
}

async function first<Found>(
  each: readonly Payments[],
  look: (one: Payments) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const one of each) {
    const found = await look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
