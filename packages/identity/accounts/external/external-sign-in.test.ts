import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Accounts } from '../accounts.ts';
import { LIMITS } from '../attempts.ts';
import { ACCOUNTS_MIGRATIONS } from '../migrations.ts';
import { MAX_SESSIONS } from '../new-session.ts';
import { cookieOf, testAccounts, visitor } from '../test-accounts.ts';
import type { ExternalPerson } from './external-sign-in.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
});
afterAll(() => database.close());

const mina: ExternalPerson = {
  issuer: 'https://id.example',
  subject: 'mina',
  email: 'mina@corp.example',
  emailVerified: true,
  firstName: 'Mina',
  lastName: 'Kim',
  groups: ['staff'],
};
const OPTIONS = { locale: 'ko', mayLink: false } as const;

it('creates one account when several sign-ins of a new person arrive at once', async () => {
  const { accounts } = testAccounts(database);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => accounts.signInExternally(mina, OPTIONS, visitor())));
  const people = answers.map((answer) => (answer.outcome === 'done' ? answer.person.id : answer.outcome));
  expect(new Set(people).size).toBe(1);
  expect(answers[0]).toMatchObject({ outcome: 'done', person: { email: mina.email, emailVerified: true, locale: 'ko' } });
});

it('distinguishes people with the same subject at different issuers', async () => {
  const { accounts } = testAccounts(database);
  const other = { ...mina, issuer: 'https://other.example', email: 'other@corp.example' };
  const [one, two] = [
    await accounts.signInExternally(mina, OPTIONS, visitor()),
    await accounts.signInExternally(other, OPTIONS, visitor()),
  ];
  expect('person' in one && 'person' in two && one.person.id !== two.person.id).toBe(true);
});

it('starts a new session each time, and keeps the newest sessions', async () => {
  const { accounts } = testAccounts(database);
  const first = await accounts.signInExternally(mina, OPTIONS, visitor());
  if (first.outcome !== 'done') throw new Error(first.outcome);
  const cookie = cookieOf(first.cookies);
  const second = await accounts.signInExternally(mina, OPTIONS, visitor({ cookie }));
  expect('cookies' in second && cookieOf(second.cookies)).not.toBe(cookie);
  await database.query(
    `insert into accounts.sessions (user_id, token, expires_at, created_at)
     select $1, 'filled ' || n, now() + interval '1 hour', now() - interval '1 hour' from generate_series(1, $2) n`,
    [first.person.id, MAX_SESSIONS],
  );
  await accounts.signInExternally(mina, OPTIONS, visitor());
  expect(await accounts.sessions(first.person.id)).toHaveLength(MAX_SESSIONS);
});

it('connects no identity to an account whose session has ended, or whose password has changed since it started', async () => {
  const { accounts, member, signedIn } = testAccounts(database);
  const owner = await member();
  const { person, visitor: browser } = await signedIn(owner);
  const session = await accounts.session(browser);
  const given = { personId: person.id, password: owner.password };
  const started = await accounts.startConnecting(given, browser);
  if (started.outcome !== 'done' || !session) throw new Error(started.outcome);
  await accounts.changePassword({ current: owner.password, next: 'a new password' }, browser);
  const identity = { ...mina, subject: 'of the thief' };
  const ended = { personId: person.id, sessionId: session.id };
  expect(await accounts.connectExternal(identity, ended)).toEqual({ outcome: 'signed-out' });
  const back = visitor({ cookie: cookieOf(started.cookies) });
  expect(await accounts.takeExternal(started.pending.state, back)).toEqual({ outcome: 'invalid-token' });
});

it('limits the sign-ins that one network address starts, and forgets those that never came back', async () => {
  const { accounts } = testAccounts(database, { ...LIMITS, externalAddress: { count: 2, seconds: 60 } });
  const start = (of: Accounts) => of.startExternal({}, visitor({ address: '198.51.100.8' }));
  const outcomes = [await start(accounts), await start(accounts), await start(accounts)].map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['done', 'done', 'limited']);
  await database.query("update accounts.external_sign_ins set expires_at = now() - interval '1 second'");
  await accounts.tidy();
  expect(await database.query('select from accounts.external_sign_ins')).toEqual([]);
});

it('limits the failed sign-ins of one network address, until the issuer describes a person again', async () => {
  const { accounts } = testAccounts(database, { ...LIMITS, externalFailures: { count: 2, seconds: 60 } });
  const address = '198.51.100.10';
  const fail = async () => {
    const started = await accounts.startExternal({}, visitor({ address }));
    if (started.outcome !== 'done') throw new Error(started.outcome);
    const taken = await accounts.takeExternal(started.pending.state, visitor({ address, cookie: cookieOf(started.cookies) }));
    return 'outcome' in taken ? taken.outcome : 'taken';
  };
  expect([await fail(), await fail(), await fail()]).toEqual(['taken', 'taken', 'limited']);
  await accounts.noteIdentified(visitor({ address }));
  expect(await fail()).toBe('taken');
});

it('sets cookies with the prefix that other hosts cannot set on https', async () => {
  const { accounts } = testAccounts(database, LIMITS, { origin: 'https://site.example' });
  const started = await accounts.startExternal({}, visitor({ address: '198.51.100.9' }));
  const [line] = 'cookies' in started ? started.cookies : [];
  expect(line).toMatch(/^__Host-bakkum\.sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const entered = await accounts.signInExternally(mina, OPTIONS, visitor());
  expect('cookies' in entered && entered.cookies[0]).toMatch(
    /^__Host-bakkum\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
