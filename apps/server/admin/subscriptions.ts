/** `bakkum admin payments plans`, `subscriptions` and `end`. */
import { personById } from '@bakkum/accounts/person';
import { displayName } from '@bakkum/api-contract/display-name';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { decimalOf } from '@bakkum/payment/money';
import { numberOf, type Subscription } from '@bakkum/payment/subscriptions/record';
import { listSubscriptions, subscriptionById } from '@bakkum/payment/subscriptions/report';
import { termsOf } from '@bakkum/payment/terms';
import type { PaymentService } from '../features/payments/service.ts';
import { wayOf } from '../features/payments/ways.ts';
import { CommandRefused } from './command-refused.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

/** Creates the plans at PayPal, or finds those created before. */
export async function createPlans({ ways, fakes }: PaymentService): Promise<string> {
  const service = ways.get('paypal')?.client.subscriptions;
  if (!service) throw new CommandRefused('PayPal is not configured.');
  if (fakes) throw new CommandRefused('The fake PayPal of demo mode has its plans already.');
  const request = (plan: 'monthly' | 'annual', name: string) => ({ name, ...termsOf(plan) });
  const { monthly, annual } = await service.createPlans({
    monthly: request('monthly', 'Monthly Pro'),
    annual: request('annual', 'Annual Pro'),
  });
  return `PAYPAL_MONTHLY_PLAN_ID=${monthly}\nPAYPAL_ANNUAL_PLAN_ID=${annual}`;
}

type ListParts = { readonly database: Database; readonly clock: Pick<DatabaseClock, 'now'> };

export async function subscriptionLines({ database, clock }: ListParts): Promise<string> {
  const found = await listSubscriptions(database, new Date(clock.now().getTime() - SHOWN_DAYS * DAY_MS));
  const lines: string[] = [];
  for (const subscription of found) {
    const { userId } = subscription;
    const person = userId === null ? undefined : await personById(database, userId);
    lines.push(`${lineOf(subscription)}\t${person ? `${displayName(person)} <${person.email}>` : 'account deleted'}`);
  }
  return lines.join('\n');
}

function lineOf({ id, state, plan, money, provider, serviceId, nextChargeAt, failingSince, endedWhy }: Subscription): string {
  const next = nextChargeAt ? `next ${nextChargeAt.toISOString()}` : '';
  const problem = failingSince && state !== 'ended' ? `failing since ${failingSince.toISOString()}` : (endedWhy ?? '');
  const amount = `${decimalOf(money)} ${money.currency}`;
  return [numberOf(id), state, plan, amount, provider, serviceId ?? '', next, problem].join('\t');
}

/** Ends a subscription on the operator's decision. */
export async function endSubscription(database: Database, { ways, fakes }: PaymentService, id: string): Promise<string> {
  const known = await subscriptionById(database, id);
  if (!known) throw new CommandRefused(`There is no subscription ${id}.`);
  if (known.endedAt) throw new CommandRefused('That subscription has ended already.');
  const { way, test } = wayOf(known.provider);
  const subscriptions = test === (fakes !== undefined) ? ways.get(way)?.payments.subscriptions : undefined;
  if (!subscriptions) throw new CommandRefused('The payment service of that subscription is not configured.');
  const { state } = await subscriptions.end(id, { who: 'operator', why: 'cancelled' });
  return state === 'ended' ? `${numberOf(id)}: ended` : `${numberOf(id)}: PayPal has not confirmed; the server will try again`;
}
