/** Sends messages that are due, again and again for a day where they are not taken. */
import { z } from 'zod';
import type { Conversions } from './service.ts';
import { signatureHeaders, webhookSecrets } from './webhooks.ts';

/** Messages one go takes, sent at the same time. */
const AT_ONCE = 20;
/** A receiver has so long to answer. */
const PATIENCE_MS = 15_000;
/** Whoever took a message sends it within this time, or another does. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Before the second try, the third, and so on; the last one repeats. */
const WAITS_MS: readonly number[] = [
  5000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  120 * MINUTE_MS,
];
/** Of a wait, more or less by lot, so that not all come back at once to who was away. */
const JITTER = 0.25;
/** The receiver wants no more messages. */
const UNWANTED = 410;

/** `fault` says why there was no answer. */
export type Sent = { readonly status: number } | { readonly fault: string };

export type Delivering = {
  /** Posts a body; never follows it elsewhere. */
  readonly post: (message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  }) => Promise<Sent>;
  /** What a message about this job says, as JSON; undefined when the job is gone. */
  readonly write: (about: { readonly jobId: string; readonly event: string; readonly at: Date }) => Promise<string | undefined>;
  /** Between 0 and 1. */
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

/** Sends what is due; answers how many were tried. */
export async function deliverDue(parts: Conversions, delivering: Delivering): Promise<number> {
  const now = parts.now();
  const rows = await parts.database.query(
    `update conversions.deliveries set next_at = $2 where id in
       (select id from conversions.deliveries where state = 'pending' and next_at <= $1 order by next_at limit $3 for update skip locked)
     returning id, owner, job_id, event, url, body, attempts, created_at, give_up_at`,
    [now, new Date(now.getTime() + LEASE_MS), AT_ONCE],
  );
  const messages = z.array(due).parse(rows);
  await Promise.all(messages.map((message) => deliver(parts, delivering, message)));
  return messages.length;
}

async function deliver(parts: Conversions, delivering: Delivering, message: Due): Promise<void> {
  const body = await bodyOf(parts, delivering, message);
  if (body === undefined) {
    await end(parts, message, 'failed');
    return;
  }
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

/** Written before it is sent: the same number never says two things. */
async function bodyOf(parts: Conversions, { write }: Delivering, message: Due): Promise<string | undefined> {
  if (message.body !== null) return message.body;
  const written = await write({ jobId: message.job_id, event: message.event, at: message.created_at });
  if (written === undefined) return undefined;
  const [row] = await parts.database.query(
    'update conversions.deliveries set body = coalesce(body, $2) where id = $1 returning body',
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
  if (status === UNWANTED || next > message.give_up_at) return end(parts, message, 'failed');
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
