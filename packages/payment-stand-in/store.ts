import type { Database } from '@bakkum/database/database';
import { z } from 'zod';

/** What happens when an order is captured; chosen on the page where the buyer agrees, or by a test. */
const outcome = z.enum(['paid', 'declined', 'pending', 'lost', 'other-amount']);

const amount = z.object({ value: z.string(), currency_code: z.string() });

/** An order as the stand-in keeps it. */
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
  /** Numbers of requests whose capture was declined: they are answered so again. */
  declined: z.array(z.string()).default([]),
  /** How often a pending capture is still answered as pending. */
  pendingReads: z.number(),
  capture: z.object({ status: z.string(), amount }).optional(),
  /** What went back beside `refund`, which is all of the rest. */
  parts: z.array(amount).default([]),
  refund: z.object({ status: z.string(), requestId: z.string() }).optional(),
  dispute: z.object({ status: z.string(), outcome: z.string().optional() }).optional(),
});
export type StandInOrder = z.infer<typeof order>;

/** Where orders are. `change` is told the order as it is, and nobody else changes it meanwhile. */
export type Store = {
  read(id: string): Promise<StandInOrder | undefined>;
  change<Result>(
    id: string,
    work: (order: StandInOrder | undefined) => { readonly order?: StandInOrder; readonly result: Result },
  ): Promise<Result>;
};

export function createMemoryStore(): Store {
  const orders = new Map<string, StandInOrder>();
  return {
    read: async (id) => orders.get(id),
    async change(id, work) {
      const { order: changed, result } = work(orders.get(id));
      if (changed) orders.set(id, changed);
      return result;
    },
  };
}

/** Whether the buyer may choose how to pay: not yet agreed to, or what they agreed to was declined. */
export function isToAgree({ status, outcome: chosen, declined }: StandInOrder): boolean {
  return status === 'PAYER_ACTION_REQUIRED' || (status === 'APPROVED' && chosen === 'declined' && declined.length > 0);
}

/** In a database, for a site of several processes that may be started again. */
export async function createDatabaseStore(database: Database): Promise<Store> {
  await database.transaction(async (sql) => {
    // Processes that start at once would make it at once, whatever `if not exists` says.
    await sql.query("select pg_advisory_xact_lock(hashtextextended('payment_stand_in', 0))");
    await sql.query('create schema if not exists payment_stand_in');
    await sql.query('create table if not exists payment_stand_in.orders (id text primary key, document jsonb)');
  });
  const parsed = (rows: readonly Readonly<Record<string, unknown>>[]) => {
    const document = rows[0]?.['document'];
    return document ? order.parse(document) : undefined;
  };
  return {
    read: async (id) => parsed(await database.query('select document from payment_stand_in.orders where id = $1', [id])),
    change: (id, work) =>
      database.transaction(async (sql) => {
        await sql.query('insert into payment_stand_in.orders (id) values ($1) on conflict do nothing', [id]);
        const found = parsed(await sql.query('select document from payment_stand_in.orders where id = $1 for update', [id]));
        const { order: changed, result } = work(found);
        if (changed) {
          await sql.query('update payment_stand_in.orders set document = $2 where id = $1', [id, JSON.stringify(changed)]);
        }
        return result;
      }),
  };
}
