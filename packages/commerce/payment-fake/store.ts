import type { Database } from '@bakkum/database/database';
import { z } from 'zod';

/** Result of capturing an order, chosen on the approval page or by a test. */
const outcome = z.enum(['paid', 'declined', 'pending', 'lost', 'other-amount']);

const amount = z.object({ value: z.string(), currency_code: z.string() });

/** An order as stored by the fake. */
export const order = z.object({
  id: z.string(),
  status: z.enum(['PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  customId: z.string(),
  invoiceId: z.string(),
  description: z.string(),
  brand: z.string(),
  locale: z.string(),
  amount,
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payerId: z.string(),
  outcome,
  /** Ids of requests whose capture was declined; repeated ones are declined again. */
  declined: z.array(z.string()).default([]),
  /** Number of further reads that report a pending capture as pending. */
  pendingReads: z.number(),
  capture: z.object({ status: z.string(), amount }).optional(),
  /** Partial refunds in addition to `refund`, which covers the rest. */
  parts: z.array(amount).default([]),
  refund: z.object({ status: z.string(), requestId: z.string() }).optional(),
  dispute: z.object({ status: z.string(), outcome: z.string().optional() }).optional(),
});
export type FakeOrder = z.infer<typeof order>;

/** Stores orders. `change` receives the current order and holds a lock on it. */
export type Store<Kept = FakeOrder> = {
  read(id: string): Promise<Kept | undefined>;
  change<Result>(
    id: string,
    work: (order: Kept | undefined) => { readonly order?: Kept; readonly result: Result },
  ): Promise<Result>;
};

export function createMemoryStore<Kept = FakeOrder>(): Store<Kept> {
  const orders = new Map<string, Kept>();
  return {
    read: async (id) => orders.get(id),
    async change(id, work) {
      const { order: changed, result } = work(orders.get(id));
      if (changed) orders.set(id, changed);
      return result;
    },
  };
}

/** Returns whether the buyer may choose how to pay: the order is not approved yet, or its capture was declined. */
export function needsApproval({ status, outcome: chosen, declined }: FakeOrder): boolean {
  return status === 'PAYER_ACTION_REQUIRED' || (status === 'APPROVED' && chosen === 'declined' && declined.length > 0);
}

/** Where a fake stores its orders, and their schema. */
export type Shelf<Kept> = {
  readonly table: 'orders' | 'portone_payments' | 'subscriptions' | 'catalog';
  readonly schema: z.ZodType<Kept>;
};
export const PAYPAL_SHELF: Shelf<FakeOrder> = { table: 'orders', schema: order };

/** Creates a store in the database, for sites with several processes and restarts. */
export async function createDatabaseStore<Kept>(database: Database, { table, schema }: Shelf<Kept>): Promise<Store<Kept>> {
  const name = `payment_stand_in.${table}`;
  await database.transaction(async (sql) => {
    // Processes that start at the same time would both create it, even with `if not exists`.
    await sql.query("select pg_advisory_xact_lock(hashtextextended('payment_stand_in', 0))");
    await sql.query('create schema if not exists payment_stand_in');
    await sql.query(`create table if not exists ${name} (id text primary key, document jsonb)`);
  });
  const parsed = (rows: readonly Readonly<Record<string, unknown>>[]) => {
    const document = rows[0]?.['document'];
    return document ? schema.parse(document) : undefined;
  };
  return {
    read: async (id) => parsed(await database.query(`select document from ${name} where id = $1`, [id])),
    change: (id, work) =>
      database.transaction(async (sql) => {
        await sql.query(`insert into ${name} (id) values ($1) on conflict do nothing`, [id]);
        const found = parsed(await sql.query(`select document from ${name} where id = $1 for update`, [id]));
        const { order: changed, result } = work(found);
        if (changed) {
          await sql.query(`update ${name} set document = $2 where id = $1`, [id, JSON.stringify(changed)]);
        }
        return result;
      }),
  };
}
