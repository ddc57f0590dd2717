/**
 * Webhook messages about finished jobs: recorded with the end, signed after the Standard Webhooks scheme, listed and sent again.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { type Conversions, NOBODY } from './service.ts';

/** How long a message is retried. */
export const RETRY_PERIOD_MS = 24 * 3_600_000;
/** How long a message's body is kept after its creation, for the log and for sending it again. */
const KEPT_MS = 24 * 3_600_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How long messages are also signed with the previous secret. */
const OVERLAP_MS = 24 * 3_600_000;
/** Characters of a secret that may be shown to identify it. */
const HINT_LENGTH = 4;

/** Records a message about this end, in the transaction that ends the job. */
export async function recordEndMessage(parts: Conversions, sql: Sql, jobId: string): Promise<void> {
  const now = parts.now();
  const rows = await sql.query(
    `insert into conversions.deliveries (id, owner, job_id, event, url, next_at, give_up_at, created_at)
     select $2, owner, id, case state when 'completed' then 'conversion.completed' else 'conversion.failed' end, webhook_url, $3, $4, $3
     from conversions.jobs where id = $1 and webhook_url is not null and deleted_at is null returning id`,
    [jobId, randomUUID(), now, new Date(now.getTime() + RETRY_PERIOD_MS)],
  );
  if (rows.length > 0) await parts.wakeDeliveries(sql);
}

const secretRow = z.object({
  secret: z.string(),
  made_at: z.date(),
  previous: z.string().nullable(),
  previous_until: z.date().nullable(),
});
type SecretRow = z.infer<typeof secretRow>;

const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

async function keptSecret(sql: Sql, owner: string): Promise<SecretRow | undefined> {
  const [row] = await sql.query(
    'select secret, made_at, previous, previous_until from conversions.webhook_secrets where owner = $1',
    [owner],
  );
  return row && secretRow.parse(row);
}

/** Secrets that sign messages to this owner, newest first: created on first use; after a change, the previous one for a day. */
export async function webhookSecrets(sql: Sql, owner: string, now: Date): Promise<readonly string[]> {
  await sql.query(
    'insert into conversions.webhook_secrets (owner, secret, made_at) values ($1, $2, $3) on conflict (owner) do nothing',
    [owner, newSecret(), now],
  );
  const row = await keptSecret(sql, owner);
  if (!row) throw new Error('a secret that was made is not there');
  const { secret, previous, previous_until: until } = row;
  return previous !== null && until !== null && until > now ? [secret, previous] : [secret];
}

/** When a setting is changed, and by which API key. Without one, it was a signed-in person. */
export type Changed = { readonly now: Date; readonly keyId?: string | undefined };

/** Replaces the secret, also for waiting messages. Receivers may check with the previous one for a day. */
export async function rotateWebhookSecret(sql: Sql, owner: string, { now, keyId }: Changed): Promise<string> {
  const made = newSecret();
  await sql.query(
    `insert into conversions.webhook_secrets as s (owner, secret, made_at, key_id) values ($1, $2, $3, $5)
     on conflict (owner) do update set previous = s.secret, previous_until = $4, secret = excluded.secret, made_at = excluded.made_at,
       key_id = excluded.key_id`,
    [owner, made, now, new Date(now.getTime() + OVERLAP_MS), keyId ?? null],
  );
  return made;
}

/** The part of a secret that may be shown repeatedly. */
export type SecretHint = { readonly madeAt: Date; readonly endsWith: string; readonly previousUntil: Date | null };

/** Undefined if none was created. */
export async function webhookSecretHint(sql: Sql, owner: string, now: Date): Promise<SecretHint | undefined> {
  const row = await keptSecret(sql, owner);
  if (!row) return undefined;
  const { secret, made_at: madeAt, previous_until: until } = row;
  return { madeAt, endsWith: secret.slice(-HINT_LENGTH), previousUntil: until && until > now ? until : null };
}

/** Address for jobs of this owner that name no address themselves. */
export async function webhookEndpoint(sql: Sql, owner: string): Promise<string | undefined> {
  const [row] = await sql.query('select url from conversions.webhook_endpoints where owner = $1', [owner]);
  return row && z.object({ url: z.string() }).parse(row).url;
}

/**
 * @param url undefined to remove it
 */
export async function setWebhookEndpoint(
  sql: Sql,
  owner: string,
  url: string | undefined,
  { now, keyId }: Changed,
): Promise<void> {
  if (url === undefined) {
    await sql.query('delete from conversions.webhook_endpoints where owner = $1', [owner]);
    return;
  }
  await sql.query(
    `insert into conversions.webhook_endpoints (owner, url, made_at, key_id) values ($1, $2, $3, $4)
     on conflict (owner) do update set url = excluded.url, made_at = excluded.made_at, key_id = excluded.key_id`,
    [owner, url, now, keyId ?? null],
  );
}

export type SignedMessage = { readonly id: string; readonly at: Date; readonly body: string };

/**
 * The three headers a receiver checks: the id detects duplicates, the timestamp replays, the signature forgeries. With several
 * secrets there is one signature for each, and one match is enough.
 */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  ...secrets: readonly string[]
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const attempt = z.object({
  number: z.number(),
  at: z.coerce.date(),
  status: z.number().nullable(),
  fault: z.string().nullable(),
  milliseconds: z.number(),
});
const deliveryRow = z.object({
  id: z.string(),
  job_id: z.string(),
  event: z.string(),
  url: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  next_at: z.date().nullable(),
  created_at: z.date(),
  forgotten_at: z.date().nullable(),
  log: z.array(attempt),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

/** Newest first, each with all its tries. */
export async function listDeliveries(
  sql: Sql,
  owner: string,
  { jobId, limit }: { readonly jobId?: string | undefined; readonly limit: number },
): Promise<readonly DeliveryRow[]> {
  const rows = await sql.query(
    `select id, job_id, event, url, state, next_at, created_at, forgotten_at,
       coalesce((select json_agg(json_build_object('number', a.number, 'at', a.at, 'status', a.status, 'fault', a.fault,
         'milliseconds', a.milliseconds) order by a.number) from conversions.delivery_attempts a where a.delivery_id = d.id), '[]') as log
     from conversions.deliveries d where owner = $1 and ($2::uuid is null or job_id = $2) order by created_at desc, id desc limit $3`,
    [owner, jobId ?? null, limit],
  );
  return z.array(deliveryRow).parse(rows);
}

/** Sends a message once more, unchanged. `gone` if its body is no longer kept. */
export async function replayDelivery(parts: Conversions, owner: string, id: string): Promise<'done' | 'gone' | 'not-found'> {
  return parts.database.transaction(async (sql) => {
    const [row] = await sql.query(
      'select forgotten_at is not null as forgotten from conversions.deliveries where id = $1 and owner = $2 for update',
      [id, owner],
    );
    if (!row) return 'not-found';
    if (z.object({ forgotten: z.boolean() }).parse(row).forgotten) return 'gone';
    const now = parts.now();
    await sql.query(
      "update conversions.deliveries set state = 'pending', ended_at = null, next_at = $2, give_up_at = $3, attempts = 0 where id = $1",
      [id, now, new Date(now.getTime() + RETRY_PERIOD_MS)],
    );
    await parts.wakeDeliveries(sql);
    return 'done';
  });
}

/** Deletes the bodies and addresses of old, finished messages. */
export async function forgetDeliveries(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `update conversions.deliveries set body = null, url = '', forgotten_at = $2
     where state <> 'pending' and forgotten_at is null and created_at <= $1`,
    [new Date(now.getTime() - KEPT_MS), now],
  );
}

/**
 * Stops all messages of this owner: removes the endpoint, URLs of jobs, pending messages, and the signing secret, which the holder of a
 * revoked key may know.
 */
export async function revokeWebhooks(sql: Sql, owner: string, now: Date): Promise<void> {
  await sql.query('delete from conversions.webhook_endpoints where owner = $1', [owner]);
  await sql.query('delete from conversions.webhook_secrets where owner = $1', [owner]);
  await stopMessages(sql, owner, undefined, now);
}

/**
 * Removes the endpoint and the secret that a revoked API key has set, and stops messages to that endpoint, which a thief of the key may
 * receive.
 */
export async function revokeWebhooksOfKey(sql: Sql, owner: string, keyId: string, now: Date): Promise<void> {
  const [removed] = await sql.query('delete from conversions.webhook_endpoints where owner = $1 and key_id = $2 returning url', [
    owner,
    keyId,
  ]);
  await sql.query('delete from conversions.webhook_secrets where owner = $1 and key_id = $2', [owner, keyId]);
  if (removed) await stopMessages(sql, owner, z.object({ url: z.string() }).parse(removed).url, now);
}

/** @param url only messages to this URL */
async function stopMessages(sql: Sql, owner: string, url: string | undefined, now: Date): Promise<void> {
  // Jobs first: this waits for jobs that are ending, whose messages are then pending.
  await sql.query(
    `with own as (
       select id from conversions.jobs where owner = $1 and webhook_url is not null and ($2::text is null or webhook_url = $2)
       order by id for update)
     update conversions.jobs set webhook_url = null where id in (select id from own)`,
    [owner, url ?? null],
  );
  await sql.query(
    `update conversions.deliveries set state = 'failed', ended_at = $2, next_at = null
     where owner = $1 and state = 'pending' and ($3::text is null or url = $3)`,
    [owner, now, url ?? null],
  );
}

/** Deletes the webhook data of a deleted account, so that no more messages are sent. */
export async function forgetWebhooks(sql: Sql, owner: string): Promise<void> {
  await sql.query('delete from conversions.deliveries where owner = any($1)', [[owner, NOBODY]]);
  await sql.query('delete from conversions.webhook_secrets where owner = $1', [owner]);
  await sql.query('delete from conversions.webhook_endpoints where owner = $1', [owner]);
}
