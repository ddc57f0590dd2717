/** Runs one step of a payment in a process that is killed at a given point: `child.ts JSON`. */

import { openPostgres } from '@bakkum/database/postgres-database';
import { createPayments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { z } from 'zod';
import { portOneClient, WON } from './korean-lab.ts';
import { checkoutOf, clientOf, deskOf } from './lab.ts';
import { wishOf } from './subscription-lab.ts';

const task = z
  .object({
    connection: z.record(z.string(), z.unknown()),
    url: z.string(),
    service: z.union([
      z.object({ paypal: z.object({ root: z.string() }) }),
      z.object({ portone: z.object({ keys: z.record(z.string(), z.string()) }) }),
    ]),
    /** When the process dies: before or after a call to the service, or within the n-th transaction before it commits. */
    dies: z.union([
      z.object({ call: z.enum(['createOrder', 'capture', 'refund', 'readOrder']), when: z.enum(['before', 'after']) }),
      z.object({ subscriptions: z.enum(['create', 'read', 'charges', 'cancel']), when: z.enum(['before', 'after']) }),
      z.object({ transaction: z.number() }),
    ]),
    does: z.union([
      z.object({ begin: z.string() }),
      z.object({ finish: z.string() }),
      z.object({ inbox: z.literal(true) }),
      z.object({ subscribe: z.string() }),
      z.object({ returned: z.tuple([z.string(), z.string()]) }),
      z.object({ cancel: z.string() }),
      z.object({ refund: z.tuple([z.string(), z.string()]) }),
    ]),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const { dies, does, service } = task;

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way.
  return new Promise(() => undefined);
}

function mortal(client: PaymentClient): PaymentClient {
  if ('call' in dies) return { ...client, [dies.call]: dying(client[dies.call], dies.when) };
  if (!('subscriptions' in dies) || !client.subscriptions) return client;
  const { subscriptions } = client;
  const call = dying(subscriptions[dies.subscriptions], dies.when);
  return { ...client, subscriptions: { ...subscriptions, [dies.subscriptions]: call } };
}

/** Kills the process before a call is made, or before its answer is used. */
function dying(call: unknown, when: 'before' | 'after') {
  return async (...values: unknown[]): Promise<unknown> => {
    if (when === 'before') return die();
    await (call as (...given: unknown[]) => Promise<unknown>)(...values);
    return die();
  };
}

const open = await openPostgres({ kind: 'external', connection: task.connection, migrations: [], poolSize: 2 });
let transactions = 0;
const database: typeof open = {
  ...open,
  transaction: (work) =>
    open.transaction(async (sql) => {
      const result = await work(sql);
      transactions += 1;
      return 'transaction' in dies && dies.transaction === transactions ? die() : result;
    }),
};
const payments = createPayments(
  'paypal' in service
    ? deskOf(database, mortal(clientOf(task.url, service.paypal.root)))
    : deskOf(database, mortal(portOneClient(task.url, service.portone.keys)), { provider: 'portone', prices: WON }),
);
const amount = 'portone' in service ? { amount: String(WON.monthly.minor) } : {};
if ('begin' in does) await payments.begin({ ...checkoutOf(does.begin), ...amount });
if ('finish' in does) await payments.finish(does.finish);
if ('inbox' in does) await payments.workInbox();
if ('subscribe' in does) await payments.subscriptions?.subscribe(wishOf(does.subscribe));
if ('returned' in does) await payments.subscriptions?.returned(...does.returned);
if ('cancel' in does) await payments.subscriptions?.cancel(does.cancel);
if ('refund' in does) await payments.askRefund(...does.refund);
await open.close();
