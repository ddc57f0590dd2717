import type { EndReason } from '@bakkum/api-contract/billing/subscriptions';
import type { Sql } from '@bakkum/database/sql';
import type { PaymentContext } from '../payment-context.ts';
import type { Actor } from '../record.ts';
import { noteStep, OPEN_STATES, subscriptionsWhere } from './record.ts';

export type End = { readonly who: Actor; readonly why: EndReason };

/** Records that a subscription has to end. Returns whether this is the first request for an open subscription. */
export async function askEnd({ now }: Pick<PaymentContext, 'now'>, sql: Sql, id: string, { who, why }: End): Promise<boolean> {
  const at = now();
  const rows = await sql.query(
    `update payment.subscriptions set end_asked_at = $2, ended_by = $3, ended_why = $4,
       state = case when state = 'created' then 'expired' else state end
     where id = $1 and state in ${OPEN_STATES} and end_asked_at is null returning id`,
    [id, at, who, why],
  );
  if (rows.length > 0) await noteStep(sql, id, { at, who, what: 'end-asked', detail: { why } });
  return rows.length > 0;
}

/** Records that the subscriptions of a user have to end, and removes everything that identifies the user from them. */
export async function unlinkSubscriber(sql: Sql, userId: string, now: Date): Promise<void> {
  const own = await subscriptionsWhere(sql, 'where user_id = $1 for update', [userId]);
  for (const { id } of own) await askEnd({ now: () => now }, sql, id, { who: 'site', why: 'account' });
  const statement = 'update payment.subscriptions set user_id = null, payer_id = null, approve_url = null where user_id = $1';
  await sql.query(statement, [userId]);
}
