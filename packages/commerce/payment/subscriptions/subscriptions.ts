import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import type { Sql } from '@bakkum/database/sql';
import type { PaymentContext } from '../payment-context.ts';
import { paymentsWhere } from '../record.ts';
import type { End } from './ask-end.ts';
import { type Changed, changePlan, changesFrom } from './change.ts';
import { endSubscription } from './ending.ts';
import { noteStep, openSubscription, type Subscription, subscriptionsWhere } from './record.ts';
import { type OwnSubscription, ownSubscription } from './report.ts';
import { type RenewalOffer, renewalFor, type Subscribe, type Subscribed, subscribe } from './subscribe.ts';
import { syncSubscription } from './sync.ts';

/** Subscriptions at one service. Every command can be repeated, and interrupted at any point. */
export type Subscriptions = {
  /** Returns how a plan can renew; undefined where that is not set up, or the user has a subscription. */
  renewal(userId: string, plan: SoldPlan): Promise<RenewalOffer | undefined>;
  subscribe(wish: Subscribe): Promise<Subscribed>;
  changePlan(wish: Subscribe): Promise<Changed>;
  /** Plans to which a subscription can change. */
  changes(subscription: Subscription): readonly SoldPlan[];
  /** The buyer returned: reads the subscription and its first charge. Undefined if it does not belong to the user. */
  returned(
    userId: string,
    serviceId: string,
  ): Promise<{ readonly subscription: Subscription; readonly paymentId?: string } | undefined>;
  /** Records that the buyer returned without approving. */
  noteCancelled(userId: string, serviceId: string): Promise<void>;
  own(userId: string): Promise<OwnSubscription | undefined>;
  /** Ends the subscription that the user has; undefined if there is none. Paid time and credits stay. */
  cancel(userId: string): Promise<Subscription | undefined>;
  /** Ends a subscription on the operator's decision. */
  end(id: string, end: End): Promise<Subscription>;
};

export function createSubscriptions(context: PaymentContext): Subscriptions {
  const { database, provider } = context;
  const mine = async (userId: string, serviceId: string): Promise<Subscription | undefined> => {
    const [found] = await subscriptionsWhere(database, 'where user_id = $1 and provider = $2 and service_id = $3', [
      userId,
      provider,
      serviceId,
    ]);
    return found;
  };
  return {
    renewal: (userId, plan) => renewalFor(context, database, userId, plan),
    subscribe: (wish) => subscribe(context, wish),
    changePlan: (wish) => changePlan(context, wish),
    changes: (subscription) => changesFrom(context, subscription),
    async returned(userId, serviceId) {
      const known = await mine(userId, serviceId);
      if (!known) return undefined;
      const subscription = await syncSubscription(context, known.id, 'buyer');
      const paymentId = await latestCycle(database, subscription.id);
      return { subscription, ...(paymentId !== undefined && { paymentId }) };
    },
    async noteCancelled(userId, serviceId) {
      const known = await mine(userId, serviceId);
      if (known) await noteStep(database, known.id, { at: context.now(), who: 'buyer', what: 'not-approved' });
    },
    own: (userId) => ownSubscription(database, userId, context.now()),
    async cancel(userId) {
      const open = await openSubscription(database, userId, provider);
      return open && endSubscription(context, open.id, { who: 'buyer', why: 'cancelled' });
    },
    end: (id, end) => endSubscription(context, id, end),
  };
}

async function latestCycle(sql: Sql, subscriptionId: string): Promise<string | undefined> {
  const condition = "where subscription_id = $1 and state = 'captured' order by captured_at desc limit 1";
  const [latest] = await paymentsWhere(sql, condition, [subscriptionId]);
  return latest?.id;
}
