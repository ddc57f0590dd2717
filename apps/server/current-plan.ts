import type { Person } from '@bakkum/accounts/person';
import { isPlanId, type PlanId } from '@bakkum/api-contract/billing/plans';
import type { Sql } from '@bakkum/database/sql';
import { planInGrace } from '@bakkum/payment/subscriptions/report';
import type { Services } from './services.ts';

/**
 * Returns the plan of a user: that of the credits, or of a subscription whose charge is expected or retried, which has no new credits
 * until it is paid.
 * @param creditsPlan the plan of the balance
 */
export async function currentPlan(
  { database, clock }: Pick<Services, 'clock'> & { readonly database: Sql },
  { id }: Pick<Person, 'id'>,
  creditsPlan: string | undefined,
): Promise<PlanId> {
  const known = isPlanId(creditsPlan) ? creditsPlan : 'free';
  if (known !== 'free') return known;
  return (await planInGrace(database, id, clock.now())) ?? 'free';
}
