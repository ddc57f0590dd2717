import { CREDIT_ORIGINS, type CreditOrigin, type StatementRowView } from '@bakkum/api-contract/billing/credits';
import type { StatementPage, StatementRow } from '@bakkum/credits/statement';
import { ordersOfHolds, type StatementOrder } from '@bakkum/image-studio/statement-orders';
import { paymentsOfCredits } from '@bakkum/payment/report';
import type { Services } from '../../services.ts';

/**
 * A page of a user's statement. The ledger knows amounts only; prompts, images and payments are read from their own tables and
 * only where they belong to the same user.
 */
export async function statementRows(
  { ledger, studio, database, clock }: Pick<Services, 'ledger' | 'studio' | 'database' | 'clock'>,
  userId: string,
  page: StatementPage,
): Promise<readonly StatementRowView[]> {
  const rows = await ledger.statementRows(userId, page);
  const holds = rows.flatMap((row) => (row.kind === 'order' ? [row.holdId] : []));
  const refs = rows.flatMap((row) => (row.kind === 'grant' && row.ref !== undefined ? [row.ref] : []));
  const [orders, payments] = await Promise.all([
    ordersOfHolds(studio, database, userId, holds),
    paymentsOfCredits(database, userId, refs),
  ]);
  return rows.map((row) => viewOf(row, { orders, payments, now: clock.now() }));
}

type Joined = {
  readonly orders: ReadonlyMap<string, StatementOrder>;
  readonly payments: ReadonlyMap<string, string>;
  readonly now: Date;
};

function viewOf(row: StatementRow, { orders, payments, now }: Joined): StatementRowView {
  const shared = { id: row.id, at: row.at.toISOString(), change: row.change, balance: row.balance };
  switch (row.kind) {
    case 'order': {
      const { kind, purpose, state, reserved, spent, lost } = row;
      const order = orders.get(row.holdId);
      return { ...shared, kind, purpose, state, reserved, spent, lost, ...(order && { order: orderOf(order) }) };
    }
    case 'grant': {
      const { kind, amount, remaining, expiresAt, note, ref } = row;
      // The ledger closes a grant when it is next used.
      const closed = row.closed ?? (expiresAt <= now ? 'expired' : undefined);
      const paymentId = ref === undefined ? undefined : payments.get(ref);
      const optional = { ...(closed && { closed }), ...(note !== undefined && { note }), ...(paymentId && { paymentId }) };
      return { ...shared, kind, origin: originOf(row), amount, remaining, expiresAt: expiresAt.toISOString(), ...optional };
    }
    case 'expire':
      return { ...shared, kind: row.kind, origin: originOf(row), early: row.early };
    case 'claw_back':
      return { ...shared, kind: row.kind, origin: originOf({ ...row, source: 'plan' }), disputed: row.disputed };
  }
}

function orderOf({ imageId, ...order }: StatementOrder) {
  return { ...order, ...(imageId !== undefined && { image: { id: imageId, thumbnailUrl: `/api/images/${imageId}/thumbnail` } }) };
}

/** The plan or pack of an entitlement, otherwise the kind of gift. */
export function originOf({ source, plan }: { readonly source: string; readonly plan?: string }): CreditOrigin {
  const name = plan ?? source;
  const origin = CREDIT_ORIGINS.find((one) => one === name);
  if (!origin) throw new Error(`credits of unknown origin: ${name}`);
  return origin;
}
