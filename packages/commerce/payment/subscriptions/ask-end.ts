import type { EndReason } from '@bakkum/api-contract/billing/subscriptions';
import type { Sql } from '@bakkum/database/sql';
import type { PaymentContext } from '../payment-context.ts';
import type { Actor } from '../record.ts';
import { noteStep, OPEN_STATES, subscriptionsWhere } from './record.ts';

export type End = { readonly who: Actor; readonly why: EndReason };

/** Records that a subscription has to end. Returns whether it was open and nobody had asked before. */
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

/** Removes the link between a user and their subscriptions, and has every open one ended at the service. */
export async function unlinkSubscriber(sql: Sql, userId: string, now: Date): Promise<void> {
  const open = await subscriptionsWhere(sql, 'where user_id = $1 for update', [userId]);
  for (const { id } of open) {
    await sql.query(
      `update payment.subscriptions set user_id = null, payer_id = null, approve_url = null,
         end_asked_at = case when state = 'ended' then end_asked_at else coalesce(end_asked_at, $2) end,
         ended_by = case when state = 'ended' then ended_by else coalesce(ended_by, 'site') end,
         ended_why = case when state = 'ended' then ended_why else coalesce(ended_why, 'account') end
       where id = $1`,
      [id, now],
    );
  }
}
