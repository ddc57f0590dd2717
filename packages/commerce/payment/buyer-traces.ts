/** Recognises buyers who had money back before, also after they deleted their account. */
import { createHmac } from 'node:crypto';
import { OPEN_REFUND_STATES } from '@bakkum/api-contract/billing/payment-states';
import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { listed, type Payment } from './record.ts';

const DAY_MS = 86_400_000;

/** Keyed hashes: nobody can tell the payer or the address from them without the secret of the site. */
export type BuyerTraces = {
  ofPayer(payerId: string): string;
  /** Hash of the account's email address. Undefined if there is no such account. */
  ofAddress(sql: Sql, userId: string): Promise<string | undefined>;
};

/** @param addressOf returns the normalised email address of an account */
export function createBuyerTraces(
  secret: string,
  addressOf: (sql: Sql, userId: string) => Promise<string | undefined>,
): BuyerTraces {
  const hash = (kind: string, value: string): string =>
    createHmac('sha256', secret).update(`buyer\0${kind}\0${value}`).digest('base64url');
  return {
    ofPayer: (payerId) => hash('payer', payerId),
    async ofAddress(sql, userId) {
      const address = await addressOf(sql, userId);
      return address === undefined ? undefined : hash('address', address);
    },
  };
}

const paid = z.object({ id: z.string(), payer_id: z.string().nullable() });

/** Stores the hashes with every completed payment of an account that is being deleted. */
export async function leaveTraces(sql: Sql, userId: string, now: Date, traces: BuyerTraces): Promise<void> {
  const rows = await sql.query('select id, payer_id from payment.payments where user_id = $1 and captured_at is not null', [
    userId,
  ]);
  const addressHash = await traces.ofAddress(sql, userId);
  const until = new Date(now.getTime() + RETENTION_DAYS.buyerTrace * DAY_MS);
  for (const { id, payer_id: payerId } of z.array(paid).parse(rows)) {
    await sql.query('update payment.payments set payer_hash = $2, address_hash = $3, traced_until = $4 where id = $1', [
      id,
      payerId === null ? null : traces.ofPayer(payerId),
      addressHash,
      until,
    ]);
  }
}

const yes = z.object({ yes: z.boolean() });

/**
 * Returns whether the buyer of a payment had another one refunded on request, or took one back through the bank, from any account.
 */
export async function hadMoneyBack(sql: Sql, { id, payerId, userId }: Payment, traces: BuyerTraces): Promise<boolean> {
  const payerHash = payerId === null ? null : traces.ofPayer(payerId);
  const addressHash = userId === null ? undefined : await traces.ofAddress(sql, userId);
  const [row] = await sql.query(
    `select exists (
       select from payment.payments p
       where p.id <> $1 and (p.payer_id = $2 or p.payer_hash = $3 or p.address_hash = $4)
         and (p.state = 'reversed' or exists (
           select from payment.refunds r
           where r.payment_id = p.id and r.source = 'buyer' and r.state in ${listed(OPEN_REFUND_STATES)}
         ))
     ) as yes`,
    [id, payerId, payerHash, addressHash],
  );
  return yes.parse(row).yes;
}

/** Serialises the decisions about refunds of one payer until the transaction ends. */
export async function lockPayer(sql: Sql, { payerId }: Payment): Promise<void> {
  if (payerId === null) return;
  await sql.query("select pg_advisory_xact_lock(hashtextextended('payer:' || $1, 0))", [payerId]);
}

/** Removes hashes whose time is over. */
export async function forgetTraces(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    'update payment.payments set payer_hash = null, address_hash = null, traced_until = null where traced_until <= $1',
    [now],
  );
}
