/** Sends due webhook messages and retries them for a day until they are accepted. */
import { setTimeout as passed } from 'node:timers/promises';
import { z } from 'zod';
import type { Conversions } from './service.ts';
import { signatureHeaders, webhookSecrets } from './webhooks.ts';

/** Messages that one run sends in parallel. */
const CONCURRENCY = 20;
/** Of those, messages of one owner, whose receivers may all be slow. */
const CONCURRENCY_PER_OWNER = 3;
/** Interval at which a run waiting for receivers checks for newly due messages. */
const LOOK_EVERY_MS = 1000;
/** A run accepts messages for this long and ends once those are answered. */
const GO_MS = 60_000;
/** Timeout of a receiver. */
const PATIENCE_MS = 15_000;
/** Time a process may hold a message before another may send it. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Waits before the second try, the third, and so on; the last one repeats. */
const WAITS_MS: readonly number[] = [
  5000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  120 * MINUTE_MS,
];
/** Random variation of each wait, so that retries do not all reach a recovered receiver at once. */
const JITTER = 0.25;
/** The receiver wants no more messages (410 Gone). */
const HTTP_GONE = 410;

/** `fault` says why there was no answer. */
export type Sent = { readonly status: number } | { readonly fault: string };

export type Delivering = {
  /** Posts a body; never follows redirects. */
  readonly post: (message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  }) => Promise<Sent>;
  /** The JSON payload of a message about this job; undefined when the job is gone. */
  readonly write: (about: { readonly jobId: string; readonly event: string; readonly at: Date }) => Promise<string | undefined>;
  /** Random number between 0 and 1. */
  readonly random?: () => number;
};

const due = z.object({
  id: z.string(),
  owner: z.string(),
  job_id: z.string(),
  event: z.string(),
  url: z.string(),
  body: z.string().nullable(),
  attempts: z.number(),
  created_at: z.date(),
  give_up_at: z.date(),
});
type Due = z.infer<typeof due>;

/**
 * Sends messages that are due or become due meanwhile; a free slot is refilled at once. Several runs may overlap. Returns the
 * number of messages tried.
 * @param leaving aborted when no further messages should be accepted
 */
export async function deliverDue(parts: Conversions, delivering: Delivering, leaving?: AbortSignal): Promise<number> {
  const until = parts.now().getTime() + GO_MS;
  const underWay = new Map<Due, Promise<void>>();
  let tried = 0;
  try {
    for (;;) {
      const isOver = leaving?.aborted === true || parts.now().getTime() > until;
      const busy = [...underWay.keys()];
      const messages = isOver ? [] : await take(parts, busy);
      tried += messages.length;
      for (const message of messages) {
        const sending = deliver(parts, delivering, message)
          .catch((error: Error) => parts.onProblem({ event: 'webhook-not-tried', detail: error.message }))
          .finally(() => underWay.delete(message));
        underWay.set(message, sending);
      }
      // Slots that became free during the query were counted as busy by it: then look again.
      if (underWay.size === 0 && (isOver || busy.length === 0)) return tried;
      if (underWay.size > 0) await soon(underWay.values());
    }
  } finally {
    await Promise.all(underWay.values());
  }
}

/** Waits for the first of them, up to a short limit. */
async function soon(sending: Iterable<Promise<void>>): Promise<void> {
  const first = new AbortController();
  const pause = passed(LOOK_EVERY_MS, undefined, { signal: first.signal }).catch(() => undefined);
  await Promise.race([...sending, pause]);
  first.abort();
}

/** Leases due messages to this run: up to the free slots of each owner, oldest first. */
async function take({ database, now }: Conversions, underWay: readonly Due[]): Promise<readonly Due[]> {
  const free = CONCURRENCY - underWay.length;
  if (free === 0) return [];
  const places = new Map<string, number>();
  for (const { owner } of underWay) places.set(owner, (places.get(owner) ?? 0) + 1);
  const at = now();
  const rows = await database.query(
    `with waiting as materialized (
       select d.owner, min(d.next_at) as since, $4::int - coalesce(max(b.places), 0) as room
       from conversions.deliveries d left join unnest($5::text[], $6::int[]) as b (owner, places) on b.owner = d.owner
       where d.state = 'pending' and d.next_at <= $1 and coalesce(b.places, 0) < $4 group by d.owner order by since limit $3
     ), taken as materialized (
       select due.id from waiting w cross join lateral
         (select id from conversions.deliveries where owner = w.owner and state = 'pending' and next_at <= $1
          order by next_at limit w.room for update skip locked) due
       limit $3
     )
     update conversions.deliveries set next_at = $2 where id in (select id from taken)
     returning id, owner, job_id, event, url, body, attempts, created_at, give_up_at`,
    [at, new Date(at.getTime() + LEASE_MS), free, CONCURRENCY_PER_OWNER, [...places.keys()], [...places.values()]],
  );
  return z.array(due).parse(rows);
}

async function deliver(parts: Conversions, delivering: Delivering, message: Due): Promise<void> {
  const body = await bodyOf(parts, delivering, message);
  // Has no effect if the message was withdrawn after this run took it.
  if (body === undefined) return end(parts, message, 'failed');
  const at = parts.now();
  const started = performance.now();
  const secrets = await webhookSecrets(parts.database, message.owner, at);
  const headers = { 'Content-Type': 'application/json', ...signatureHeaders({ id: message.id, at, body }, ...secrets) };
  const sent = await delivering
    .post({ url: message.url, headers, body, signal: AbortSignal.timeout(PATIENCE_MS) })
    .catch((error: Error): Sent => ({ fault: error.name === 'TimeoutError' ? 'no-answer' : 'not-sent' }));
  await note(parts, message, sent, at, Math.round(performance.now() - started));
  await settle(parts, delivering, message, sent);
}

/** Stored before sending, so that one message id always carries the same body. Undefined if there is nothing left to send. */
async function bodyOf(parts: Conversions, { write }: Delivering, message: Due): Promise<string | undefined> {
  const { job_id: jobId, event, created_at: at } = message;
  const written = message.body ?? (await write({ jobId, event, at }));
  if (written === undefined) return undefined;
  const [row] = await parts.database.query(
    "update conversions.deliveries set body = coalesce(body, $2) where id = $1 and state = 'pending' returning body",
    [message.id, written],
  );
  return row && z.object({ body: z.string() }).parse(row).body;
}

async function note(parts: Conversions, { id }: Due, sent: Sent, at: Date, milliseconds: number): Promise<void> {
  await parts.database.query(
    `insert into conversions.delivery_attempts (delivery_id, number, at, status, fault, milliseconds)
     select id, (select coalesce(max(number), 0) + 1 from conversions.delivery_attempts where delivery_id = $1), $2, $3, $4, $5
     from conversions.deliveries where id = $1`,
    [id, at, 'status' in sent ? sent.status : null, 'fault' in sent ? sent.fault : null, milliseconds],
  );
}

async function settle(parts: Conversions, { random = Math.random }: Delivering, message: Due, sent: Sent): Promise<void> {
  const status = 'status' in sent ? sent.status : 0;
  if (status >= 200 && status < 300) return end(parts, message, 'delivered');
  const wait = (WAITS_MS[message.attempts] ?? WAITS_MS.at(-1) ?? 0) * (1 - JITTER + 2 * JITTER * random());
  const next = new Date(parts.now().getTime() + wait);
  if (status === HTTP_GONE || next > message.give_up_at) return end(parts, message, 'failed');
  await parts.database.query(
    "update conversions.deliveries set next_at = $2, attempts = attempts + 1 where id = $1 and state = 'pending'",
    [message.id, next],
  );
}

async function end(parts: Conversions, { id }: Due, state: 'delivered' | 'failed'): Promise<void> {
  await parts.database.query(
    "update conversions.deliveries set state = $2, ended_at = $3, next_at = null, attempts = attempts + 1 where id = $1 and state = 'pending'",
    [id, state, parts.now()],
  );
}
