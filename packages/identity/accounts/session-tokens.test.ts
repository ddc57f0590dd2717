import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { SECRET, type TestAccounts, testAccounts } from './test-accounts.ts';

let database: TestDatabase;
let site: TestAccounts;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
  site = testAccounts(database);
});
afterAll(() => database.close());

const tokenIn = (cookie = ''): string => {
  const [, value = ''] = /session_token=([^;]+)/.exec(cookie) ?? [];
  return decodeURIComponent(value).split('.')[0] ?? '';
};
const signatureOf = (token: string): string => createHmac('sha256', SECRET).update(token).digest('base64');
const storedTokens = async () => (await database.query('select token from accounts.sessions')).map(({ token }) => String(token));

it('is stored as a hash only, and works until the visitor signs out', async () => {
  const { visitor, person } = await site.signedIn(await site.member());
  const token = tokenIn(visitor.cookie);
  expect(token.length).toBeGreaterThan(20);
  expect(await storedTokens()).not.toContain(token);
  expect((await site.accounts.session(visitor))?.person.id).toBe(person.id);
  await site.accounts.signOut(visitor);
  expect(await site.accounts.session(visitor)).toBeUndefined();
  expect(await storedTokens()).toEqual([]);
});

it('does not sign in with the hash from the database', async () => {
  const { visitor } = await site.signedIn(await site.member());
  const [hash = ''] = await storedTokens();
  const signed = (token: string) => ({
    ...visitor,
    cookie: `bakkum.session_token=${encodeURIComponent(`${token}.${signatureOf(token)}`)}`,
  });
  expect(await site.accounts.session(signed(hash))).toBeUndefined();
  expect(await site.accounts.session(signed(tokenIn(visitor.cookie)))).toBeDefined();
});

it('is extended after a day under the same cookie', async () => {
  const { visitor } = await site.signedIn(await site.member());
  const before = await site.accounts.session(visitor);
  await database.query(
    `update accounts.sessions set expires_at = now() + interval '1 hour', created_at = now() - interval '29 days',
       updated_at = now() - interval '29 days' where id = $1`,
    [before?.id],
  );
  const extended = await site.accounts.session(visitor);
  expect(extended?.cookies.some((line) => line.includes(encodeURIComponent(tokenIn(visitor.cookie))))).toBe(true);
  const rows = await database.query("select from accounts.sessions where id = $1 and expires_at > now() + interval '20 days'", [
    before?.id,
  ]);
  expect(rows).toHaveLength(1);
});

it('of a session from before the hashes keeps working', async () => {
  const { visitor, person } = await site.signedIn(await site.member());
  const { id } = (await site.accounts.session(visitor)) ?? {};
  await database.query('update accounts.sessions set token = $2 where id = $1', [id, tokenIn(visitor.cookie)]);
  await database.query('delete from accounts.sessions where id <> $1', [id]);
  await database.query(readFileSync(path.join(ACCOUNTS_MIGRATIONS.folder, '0005_session_hashes.sql'), 'utf8'));
  expect((await site.accounts.session(visitor))?.person.id).toBe(person.id);
});
