import { createHmac, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Delivering, deliverDue, type Sent } from './delivering.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { type Conversions, type Owner, personOwner } from './service.ts';
import { deleteOwnerData, sweep } from './sweep.ts';
import { silentSignals } from './test-conversions.ts';
import {
  listDeliveries,
  RETRY_PERIOD_MS,
  recordEndMessage,
  replayDelivery,
  revokeWebhooks,
  rotateWebhookSecret,
  setWebhookEndpoint,
  signatureHeaders,
  webhookEndpoint,
  webhookSecretHint,
  webhookSecrets,
} from './webhooks.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
let parts: Conversions;
let time: Date;
let owner: Owner;
let wakes: number;
let posted: { id: string; headers: Readonly<Record<string, string>>; body: string }[];
let answers: Sent[];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('delete from conversions.jobs');
  time = new Date('2026-12-01T09:00:00Z');
  owner = personOwner(randomUUID());
  [wakes, posted, answers] = [0, [], []];
  parts = {
    database,
    blobs: {
      put: async () => undefined,
      get: async () => undefined,
      remove: async () => undefined,
      list: async function* () {},
      removeUnfinished: async () => 0,
    },
    signals: silentSignals(),
    wakeDeliveries: async () => {
      wakes += 1;
    },
    now: () => time,
    onProblem: () => undefined,
  };
});

const later = (milliseconds: number) => {
  time = new Date(time.getTime() + milliseconds);
};

/** A finished job. */
async function endedJob(
  webhook: string | null = 'https://receiver.example/hook',
  state = 'completed',
  of: Owner = owner,
): Promise<string> {
  const [upload, job] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into conversions.uploads (id, owner, name, source, created_at, expires_at) values ($1, $2, 'a.png', 'form', $3, $3)`,
    [upload, of, time],
  );
  await database.query(
    `insert into conversions.jobs (id, owner, upload_id, name, source_format, target_format, options, input_bytes, retention, at_once,
       minutes, webhook_url, state, ended_at, created_at, queued_at) values ($1, $2, $3, 'a.png', 'png', 'jpeg', '{}', 1, '24h', 1, 1, $4, $5, $6, $6, $6)`,
    [job, of, upload, webhook, state, time],
  );
  await recordEndMessage(parts, database, job);
  return job;
}

let written = 0;
const delivering: Delivering = {
  post: async ({ headers, body }) => {
    posted.push({ id: headers['webhook-id'] ?? '', headers, body });
    return answers.shift() ?? { status: 204 };
  },
  write: async ({ jobId }) => {
    written += 1;
    return JSON.stringify({ jobId, written });
  },
  random: () => 0.5,
};
const deliver = () => deliverDue(parts, delivering);
const log = async () => (await listDeliveries(database, owner, { limit: 10 }))[0];

it('a webhook is signed according to the scheme', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' };
  expect(signatureHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it("a webhook is sent once, with the secret of the job's owner, and logged", async () => {
  const job = await endedJob();
  expect(wakes).toBe(1);
  expect([await deliver(), await deliver()]).toEqual([1, 0]);
  const [message] = posted;
  const [secret = ''] = await webhookSecrets(database, owner, time);
  const signed = `${message?.id ?? ''}.${message?.headers['webhook-timestamp'] ?? ''}.${message?.body ?? ''}`;
  const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64');
  expect(message?.headers['webhook-signature']).toBe(`v1,${expected}`);
  expect(await log()).toMatchObject({
    job_id: job,
    event: 'conversion.completed',
    state: 'delivered',
    log: [{ number: 1, status: 204 }],
  });
});

it('a webhook is sent for jobs whose owner wants it, including failed ones', async () => {
  await endedJob(null);
  expect([await deliver(), wakes]).toEqual([0, 0]);
  await endedJob('https://receiver.example/hook', 'error');
  expect((await log())?.event).toBe('conversion.failed');
});

it('a webhook is retried unchanged until it is accepted', async () => {
  await endedJob();
  answers = [{ status: 500 }, { fault: 'no-answer' }, { status: 302 }, { status: 200 }];
  await deliver();
  expect(await deliver()).toBe(0);
  for (let count = 0; count < 3; count += 1) {
    later(10 * MINUTE_MS);
    await deliver();
  }
  expect(posted).toHaveLength(4);
  expect(new Set(posted.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  expect(new Set(posted.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
  expect(await log()).toMatchObject({
    state: 'delivered',
    log: [{ status: 500 }, { fault: 'no-answer' }, { status: 302 }, { status: 200 }],
  });
});

it('sends no webhook once the webhooks of its owner are revoked', async () => {
  const other = personOwner(randomUUID());
  const [secret] = await webhookSecrets(database, owner, time);
  await setWebhookEndpoint(database, owner, 'https://receiver.example/default', { now: time });
  const job = await endedJob();
  await endedJob('https://receiver.example/hook', 'completed', other);
  await revokeWebhooks(database, owner, time);
  // A job that ends later sends no webhook either.
  await recordEndMessage(parts, database, job);
  expect([await deliver(), posted.length, await webhookEndpoint(database, owner)]).toEqual([1, 1, undefined]);
  expect(await log()).toMatchObject({ state: 'failed', next_at: null, log: [] });
  expect(await webhookSecrets(database, owner, time)).not.toContain(secret);
});

it.each([null, 'a body of an earlier try'])('sends no webhook that is revoked while a run prepares it (%s)', async (body) => {
  await endedJob();
  await database.query('update conversions.deliveries set body = $2 where owner = $1', [owner, body]);
  const revoking: Conversions = {
    ...parts,
    database: {
      ...database,
      query: async (text, values) => {
        const rows = await database.query(text, values);
        if (text.includes('taken as materialized') && rows.length > 0) await revokeWebhooks(database, owner, time);
        return rows;
      },
    },
  };
  expect([await deliverDue(revoking, delivering), posted]).toEqual([1, []]);
  expect(await log()).toMatchObject({ state: 'failed', log: [] });
});

it('a webhook is abandoned after a day, or immediately if the receiver rejects messages', async () => {
  await endedJob();
  answers = Array.from({ length: 100 }, () => ({ status: 503 }));
  for (let passed = 0; passed <= RETRY_PERIOD_MS; passed += 5 * MINUTE_MS) {
    await deliver();
    later(5 * MINUTE_MS);
  }
  expect(await log()).toMatchObject({ state: 'failed' });
  expect(posted.length).toBeGreaterThan(10);
  await endedJob();
  answers = [{ status: 410 }];
  await deliver();
  expect(await log()).toMatchObject({ state: 'failed', log: [{ status: 410 }] });
});

it('a webhook is sent by exactly one of many workers', async () => {
  for (let count = 0; count < 8; count += 1) await endedJob();
  await Promise.all(Array.from({ length: 6 }, deliver));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(8);
  expect(posted).toHaveLength(8);
});

it('a webhook is not delayed by unresponsive receivers of other owners', async () => {
  const silent = personOwner(randomUUID());
  for (let count = 0; count < 30; count += 1) await endedJob('https://silent.example/', 'completed', silent);
  later(1);
  await endedJob();
  const released = Promise.withResolvers<void>();
  const to: string[] = [];
  const post: Delivering['post'] = async ({ url }) => {
    to.push(url);
    if (url.includes('silent')) await released.promise;
    return { status: 204 };
  };
  const going = deliverDue(parts, { ...delivering, post });
  const heard = () => to.filter((url) => !url.includes('silent')).length;
  await expect.poll(heard).toBe(1);
  // Also when it becomes due while the run is waiting.
  await endedJob();
  await expect.poll(heard).toBe(2);
  expect(to.length - heard()).toBe(3);
  released.resolve();
  expect(await going).toBe(32);
});

it('a webhook is sent to an owner whose slots become free while due messages are being queried', async () => {
  for (let count = 0; count < 4; count += 1) await endedJob();
  const released = Promise.withResolvers<void>();
  const pending = async () => (await parts.database.query("select from conversions.deliveries where state = 'pending'")).length;
  const database = {
    ...parts.database,
    query: async (text: string, values?: readonly unknown[]) => {
      const rows = await parts.database.query(text, values);
      if (text.includes('waiting as materialized') && posted.length === 3) {
        released.resolve();
        await expect.poll(pending).toBe(1);
      }
      return rows;
    },
  };
  const post: Delivering['post'] = async (request) => {
    const answer = await delivering.post(request);
    await released.promise;
    return answer;
  };
  expect(await deliverDue({ ...parts, database }, { ...delivering, post })).toBe(4);
});

it('a webhook is left to other processes once this one is stopping', async () => {
  await endedJob();
  expect(await deliverDue(parts, delivering, AbortSignal.abort())).toBe(0);
  expect(await deliver()).toBe(1);
});

it('a webhook is sent again unchanged on request, until it is deleted', async () => {
  await endedJob();
  await deliver();
  const id = (await log())?.id ?? '';
  expect(await replayDelivery(parts, personOwner('other'), id)).toBe('not-found');
  expect(await replayDelivery(parts, owner, id)).toBe('done');
  await deliver();
  expect(posted.map(({ id: sent, body }) => [sent, body])).toEqual([
    [id, posted[0]?.body],
    [id, posted[0]?.body],
  ]);
  later(RETRY_PERIOD_MS);
  await sweep(parts);
  expect(await log()).toMatchObject({ url: '', forgotten_at: time });
  expect(await replayDelivery(parts, owner, id)).toBe('gone');
});

it('a webhook has a secret that can be changed', async () => {
  expect(await webhookSecretHint(database, owner, time)).toBeUndefined();
  const [[one = ''], same] = [await webhookSecrets(database, owner, time), await webhookSecrets(database, owner, time)];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(same).toEqual([one]);
  const other = await rotateWebhookSecret(database, owner, { now: time });
  expect(other).not.toBe(one);
  expect(await webhookSecrets(database, owner, time)).toEqual([other, one]);
  const until = new Date(time.getTime() + RETRY_PERIOD_MS);
  expect(await webhookSecretHint(database, owner, time)).toEqual({
    madeAt: time,
    endsWith: other.slice(-4),
    previousUntil: until,
  });
  later(RETRY_PERIOD_MS);
  expect(await webhookSecrets(database, owner, time)).toEqual([other]);
  expect((await webhookSecretHint(database, owner, time))?.previousUntil).toBeNull();
});

it('a webhook is signed with both secrets for a day after a change', async () => {
  const [one = ''] = await webhookSecrets(database, owner, time);
  const other = await rotateWebhookSecret(database, owner, { now: time });
  await endedJob();
  await deliver();
  const [message] = posted;
  const told = { id: message?.id ?? '', at: time, body: message?.body ?? '' };
  const signatures = [other, one].map((secret) => signatureHeaders(told, secret)['webhook-signature']);
  expect(message?.headers['webhook-signature']).toBe(signatures.join(' '));
});

it('are revoked in the order of the jobs, so that no other change waits in a circle', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await endedJob());
  ids.sort();
  // Stores the rows in the opposite order.
  for (const id of ids.toReversed()) await database.query('update conversions.jobs set progress = 0 where id = $1', [id]);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let revoked: Promise<void> | undefined;
  await database.transaction(async (sql) => {
    for (const [index, id] of ids.entries()) {
      await sql.query('select from conversions.jobs where id = $1 for update', [id]);
      if (index > 0) continue;
      revoked = revokeWebhooks(database, owner, time);
      await expect.poll(() => database.query(waiting)).toHaveLength(1);
    }
  });
  await revoked;
  expect(await database.query('select from conversions.jobs where webhook_url is not null')).toEqual([]);
});

it("sends webhooks to the URL of the account's address, which can be changed and removed", async () => {
  expect(await webhookEndpoint(database, owner)).toBeUndefined();
  for (const url of ['https://receiver.example/one', 'https://receiver.example/two']) {
    await setWebhookEndpoint(database, owner, url, { now: time });
    expect(await webhookEndpoint(database, owner)).toBe(url);
  }
  expect(await webhookEndpoint(database, personOwner('other'))).toBeUndefined();
  await setWebhookEndpoint(database, owner, undefined, { now: time });
  expect(await webhookEndpoint(database, owner)).toBeUndefined();
});

it('a webhook is deleted with the account', async () => {
  await endedJob();
  await webhookSecrets(database, owner, time);
  await setWebhookEndpoint(database, owner, 'https://receiver.example/one', { now: time });
  await deleteOwnerData(database, owner, time);
  expect(await deliver()).toBe(0);
  expect(await webhookSecretHint(database, owner, time)).toBeUndefined();
  expect(await webhookEndpoint(database, owner)).toBeUndefined();
});
