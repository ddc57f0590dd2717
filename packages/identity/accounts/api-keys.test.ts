import { randomUUID } from 'node:crypto';
import { MAX_API_KEYS } from '@bakkum/api-contract/api-keys';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';

const READ = { name: 'CI', scopes: ['convert:read'] } as const;
let database: TestDatabase;
let time: Date;
let keys: ApiKeys;
let person: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  time = new Date('2026-12-01T09:00:00Z');
  keys = createApiKeys({ database, now: () => time });
  person = await somebody();
});

async function somebody(): Promise<string> {
  const [row] = await database.query(
    `insert into accounts.users (name, email, email_verified, first_name, last_name, locale)
     values ('Mina Kim', $1, true, 'Mina', 'Kim', 'en') returning id`,
    [`${randomUUID()}@example.com`],
  );
  return String(row?.['id']);
}

async function made(changes: Partial<Parameters<ApiKeys['make']>[1]> = {}) {
  const answer = await keys.make(person, { ...READ, ...changes }, undefined);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

it('is shown once, and only its hash is stored', async () => {
  const { key, secret } = await made();
  expect(secret.startsWith(`${key.prefix}_`)).toBe(true);
  expect(await keys.list(person)).toEqual([key]);
  const rows = await database.query('select row_to_json(k)::text as kept from accounts.api_keys k where id = $1', [key.id]);
  expect(String(rows[0]?.['kept'])).not.toContain(secret.slice(key.prefix.length + 1));
});

it('reports its owner and scopes, and its last use to the minute', async () => {
  const { key, secret } = await made();
  expect(await keys.check(secret)).toMatchObject({ key: { id: key.id, scopes: ['convert:read'] }, person: { id: person } });
  const first = time;
  time = new Date(time.getTime() + 59_000);
  await keys.check(secret);
  expect((await keys.list(person))[0]?.usedAt).toEqual(first);
  time = new Date(time.getTime() + 1000);
  await keys.check(secret);
  expect((await keys.list(person))[0]?.usedAt).toEqual(time);
});

it('matches no account when a single letter differs', async () => {
  const { secret } = await made();
  const other = secret.endsWith('A') ? 'B' : 'A';
  for (const wrong of ['', 'bkm_', secret.slice(0, -1), `${secret.slice(0, -1)}${other}`, secret.toUpperCase(), `${secret}=`]) {
    expect(await keys.check(wrong)).toBeUndefined();
  }
});

it('is revoked by its owner only', async () => {
  const { key, secret } = await made();
  expect(await keys.revoke(await somebody(), key.id)).toBe(false);
  expect(await keys.check(secret)).toBeDefined();
  expect(await keys.revoke(person, key.id)).toBe(true);
  expect(await keys.check(secret)).toBeUndefined();
  expect(await keys.revoke(person, key.id)).toBe(false);
});

it('expires after its lifetime', async () => {
  const { secret } = await made({ expiresAt: new Date(time.getTime() + 1000) });
  expect(await keys.check(secret)).toBeDefined();
  time = new Date(time.getTime() + 1000);
  expect(await keys.check(secret)).toBeUndefined();
});

it('is deleted with the account', async () => {
  const { secret } = await made();
  await database.query('delete from accounts.users where id = $1', [person]);
  expect(await keys.check(secret)).toBeUndefined();
});

it('is limited in number, even when created in parallel', async () => {
  const answers = await Promise.all(Array.from({ length: MAX_API_KEYS + 5 }, () => keys.make(person, READ, undefined)));
  expect(answers.filter((answer) => answer === 'full')).toHaveLength(5);
  expect(await keys.list(person)).toHaveLength(MAX_API_KEYS);
});
