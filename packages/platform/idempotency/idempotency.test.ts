import { randomUUID } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findByIdempotencyKey, type Idempotency, type KeyedTable, requestHash, runOnce } from './idempotency.ts';

let database: TestDatabase;
let runs: string[] = [];
const owner = 'person';
const ORDERS: KeyedTable<{ readonly outcome: 'repeated'; readonly id: string }> = {
  table: 'orders',
  owner: 'owner',
  key: 'idempotency_key',
  columns: 'id',
  resultOf: ({ id }) => ({ outcome: 'repeated', id: String(id) }),
  lock: 'orders',
};

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  await database.query(`create table orders (id text primary key, owner text not null, idempotency_key text, request_hash text,
    unique (owner, idempotency_key))`);
});
afterAll(() => database.close());

const asking = (request: unknown, key: string = randomUUID()): Idempotency => ({ key, hash: requestHash(request) });

/** Creates an order and records that it ran. */
async function create(sql: Sql, by: string, idempotency: Idempotency | undefined) {
  const id = randomUUID();
  runs.push(id);
  await sql.query('insert into orders values ($1, $2, $3, $4)', [id, by, idempotency?.key ?? null, idempotency?.hash ?? null]);
  return { outcome: 'created' as const, id };
}

function order(idempotency: Idempotency | undefined, by = owner) {
  runs = [];
  return database.transaction((sql) => runOnce(sql, ORDERS, { owner: by, idempotency }, () => create(sql, by, idempotency)));
}

it('returns the earlier result for the same key and request', async () => {
  const idempotency = asking({ pages: 3 });
  await order(idempotency);
  const [id = ''] = runs;
  expect(await order(idempotency)).toEqual({ outcome: 'repeated', id });
  expect(await findByIdempotencyKey(database, ORDERS, owner, idempotency)).toEqual({ outcome: 'repeated', id });
  expect(runs).toEqual([]);
});

it('refuses the same key with a different request', async () => {
  const idempotency = asking({ pages: 3 });
  await order(idempotency);
  expect(await order(asking({ pages: 4 }, idempotency.key))).toEqual({ outcome: 'conflict' });
  expect(runs).toEqual([]);
});

it('runs once when copies arrive at the same time', async () => {
  const idempotency = asking({ pages: 5 });
  runs = [];
  const once = () =>
    database.transaction((sql) => runOnce(sql, ORDERS, { owner, idempotency }, () => create(sql, owner, idempotency)));
  const answers = await Promise.all(Array.from({ length: 12 }, once));
  expect(runs).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(11);
});

it('accepts one of two different concurrent requests with the same key', async () => {
  const key = randomUUID();
  const answers = await Promise.all([order(asking('a', key)), order(asking('b', key))]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['conflict', 'created']);
});

it('keeps keys of different owners apart', async () => {
  const idempotency = asking({ pages: 6 });
  expect(await order(idempotency)).toMatchObject({ outcome: 'created' });
  expect(await order(idempotency, 'someone else')).toMatchObject({ outcome: 'created' });
});

it('runs every request without a key', async () => {
  expect(await order(undefined)).toMatchObject({ outcome: 'created' });
  expect(await order(undefined)).toMatchObject({ outcome: 'created' });
});

it('runs again after failed work', async () => {
  const idempotency = asking({ pages: 7 });
  const failing = database.transaction((sql) =>
    runOnce(sql, ORDERS, { owner, idempotency }, async () => {
      await create(sql, owner, idempotency);
      throw new Error('no room');
    }),
  );
  await expect(failing).rejects.toThrow('no room');
  expect(await order(idempotency)).toMatchObject({ outcome: 'created' });
});

it('distinguishes requests by what they ask and by the bytes sent along', () => {
  const hashes = [
    requestHash({ name: 'a' }),
    requestHash({ name: 'b' }),
    requestHash({ name: 'a' }, Uint8Array.of(1)),
    requestHash({ name: 'a' }, Uint8Array.of(2)),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(requestHash({ name: 'a' }, Uint8Array.of(1))).toBe(hashes[2]);
});
