import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { MAX_SESSIONS } from './new-session.ts';
import { PASSWORD, testAccounts, visitor } from './test-accounts.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
});
afterAll(() => database.close());

it('keeps the newest sessions of an account, the demo account included', async () => {
  const { accounts, member, signedIn } = testAccounts(database);
  const demo = { email: 'demo@example.com', password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
  await accounts.seedDemo(demo);
  for (const account of [await member(), demo]) {
    const { person, visitor: oldest } = await signedIn(account);
    const { visitor: second } = await signedIn(account);
    await database.query("update accounts.sessions set created_at = created_at - interval '1 day' where id = $1", [
      (await accounts.session(oldest))?.id,
    ]);
    await database.query(
      `insert into accounts.sessions (user_id, token, expires_at)
       select $1, gen_random_uuid(), now() + interval '1 day' from generate_series(1, $2::int)`,
      [person.id, MAX_SESSIONS - 2],
    );
    expect(await accounts.sessions(person.id)).toHaveLength(MAX_SESSIONS);
    const { visitor: newest } = await signedIn(account, visitor({ address: '203.0.113.1' }));
    expect(await accounts.sessions(person.id)).toHaveLength(MAX_SESSIONS);
    expect(await accounts.session(oldest)).toBeUndefined();
    expect([(await accounts.session(second))?.person.id, (await accounts.session(newest))?.person.id]).toEqual([
      person.id,
      person.id,
    ]);
  }
});
