import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@bakkum/database/database';
import { openInProcess } from '@bakkum/database/in-process-database';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { getAuthTables } from 'better-auth/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { AccountMail } from './account-mail.ts';
import { type Accounts, createAccounts, type SignedIn } from './accounts.ts';
import { createAttempts, LIMITS, type Limits } from './attempts.ts';
import { createAuth } from './auth.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { createEqualTime } from './passwords/equal-time.ts';
import { createPasswords } from './passwords/password.ts';
import { personByEmail } from './person.ts';
import type { Visitor } from './visitor.ts';

const SECRET = 'a secret of at least thirty-two characters';
const PASSWORD = 'correct horse';
const passwords = createPasswords({ N: 16, r: 8, p: 1 });
const GENEROUS = { count: 1000, seconds: 60 };
const generous: Limits = {
  signInAddress: GENEROUS,
  signInAccount: GENEROUS,
  signInPair: GENEROUS,
  signInDevice: GENEROUS,
  signInKnownPair: GENEROUS,
  signUpAddress: GENEROUS,
  mailAddress: GENEROUS,
  mailPair: GENEROUS,
  mailDevice: GENEROUS,
  mailAccount: GENEROUS,
  tokenAddress: GENEROUS,
  passwordAccount: GENEROUS,
  externalAddress: GENEROUS,
  externalFailures: GENEROUS,
};

let database: TestDatabase;
let mails: AccountMail[] = [];
let deleted: string[] = [];

const create = (changes: { origin?: string; limits?: Limits; database?: Database } = {}): Accounts =>
  createAccounts({
    database,
    origin: 'http://localhost:3000',
    secret: SECRET,
    passwords,
    equalTime: createEqualTime(0),
    limits: generous,
    sendMail: (mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
    onDelete: (_sql, person) => {
      deleted.push(person.email);
      return Promise.resolve();
    },
    onRevokeKeys: () => Promise.resolve(),
    ...changes,
  });

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  mails = [];
  deleted = [];
  await database.query('delete from accounts.attempts');
});

const someone = () => ({
  email: `${randomUUID()}@example.com`,
  password: PASSWORD,
  firstName: 'Mina',
  lastName: 'Kim',
  locale: 'ko' as const,
});
const visitor = (changes: Partial<Visitor> = {}): Visitor => ({ address: '198.51.100.7', userAgent: 'a browser', ...changes });

/** The `Cookie` header a browser sends after receiving these `Set-Cookie` lines. */
const cookieOf = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0]).join('; ');
const lastToken = (): string => mails.flatMap((mail) => ('token' in mail ? [mail.token] : [])).at(-1) ?? '';

async function member(accounts: Accounts) {
  const account = someone();
  await accounts.signUp(account, visitor());
  const verified = await accounts.verify({ token: lastToken(), password: PASSWORD }, visitor());
  if (verified.outcome !== 'done') throw new Error(verified.outcome);
  await accounts.signOut(visitor({ cookie: cookieOf(verified.cookies) }));
  return account;
}

async function signedIn(
  accounts: Accounts,
  account: { email: string },
  remember = true,
): Promise<SignedIn & { visitor: Visitor }> {
  const answer = await accounts.signIn({ email: account.email, password: PASSWORD, remember }, visitor());
  if (answer.outcome !== 'done') throw new Error(answer.outcome);
  return { ...answer, visitor: visitor({ cookie: cookieOf(answer.cookies) }) };
}

describe('signing up', () => {
  it('sends a confirmation and requires it before signing in', async () => {
    const accounts = create();
    const account = someone();
    expect(await accounts.signUp(account, visitor())).toMatchObject({ outcome: 'done' });
    expect(mails).toMatchObject([{ kind: 'verify', person: { email: account.email, firstName: 'Mina', locale: 'ko' } }]);
    const signIn = () => accounts.signIn({ ...account, remember: true }, visitor());
    expect(await signIn()).toEqual({ outcome: 'unverified' });
    expect(await accounts.verify({ token: lastToken(), password: PASSWORD }, visitor())).toMatchObject({ outcome: 'done' });
    expect(await signIn()).toMatchObject({ outcome: 'done', person: { email: account.email, emailVerified: true, demo: false } });
  });

  it('gives the same answer for an existing address, emails its owner and changes nothing', async () => {
    const accounts = create();
    const account = await member(accounts);
    mails = [];
    const again = { ...account, password: 'another password', firstName: 'Eve' };
    expect(await accounts.signUp(again, visitor())).toMatchObject({ outcome: 'done' });
    expect(mails).toMatchObject([{ kind: 'already-registered', person: { firstName: 'Mina' } }]);
    expect(await accounts.signIn({ email: account.email, password: 'another password', remember: true }, visitor())).toEqual({
      outcome: 'wrong',
    });
    expect((await signedIn(accounts, account)).person.firstName).toBe('Mina');
  });

  it('needs no name', async () => {
    const accounts = create();
    const account = { ...someone(), firstName: '', lastName: '' };
    expect(await accounts.signUp(account, visitor())).toMatchObject({ outcome: 'done' });
    expect(mails).toMatchObject([{ kind: 'verify', person: { email: account.email, firstName: '', lastName: '' } }]);
  });

  it('creates one account when several requests arrive at once, and gives each the same answer', async () => {
    const accounts = create();
    const account = someone();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => accounts.signUp(account, visitor())));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'done'));
    expect((await database.query('select from accounts.users where email = $1', [account.email])).length).toBe(1);
  });

  it('treats addresses that differ only in case as the same', async () => {
    const accounts = create();
    const account = someone();
    await accounts.signUp({ ...account, email: account.email.toUpperCase() }, visitor());
    await accounts.signUp(account, visitor());
    expect(mails.map(({ kind }) => kind)).toEqual(['verify', 'already-registered']);
  });

  it('refuses a forged link and one signed with another secret', async () => {
    const accounts = create();
    await accounts.signUp(someone(), visitor());
    const [head = '', body = '', signature = ''] = lastToken().split('.');
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of ['', 'nonsense', forged]) {
      expect(await accounts.verify({ token, password: PASSWORD }, visitor())).toEqual({ outcome: 'invalid-token' });
    }
  });

  describe('with the address of another person', () => {
    const signUp = async (accounts: Accounts) => {
      const account = someone();
      const answer = await accounts.signUp(account, visitor());
      if (answer.outcome !== 'done') throw new Error(answer.outcome);
      return { account, token: lastToken(), creator: visitor({ cookie: cookieOf(answer.cookies) }) };
    };

    it('is not confirmed when its owner opens the link', async () => {
      const accounts = create();
      const { account, token } = await signUp(accounts);
      expect(await accounts.verify({ token }, visitor())).toEqual({ outcome: 'password-needed' });
      expect(await accounts.verify({ token, password: 'of the owner' }, visitor())).toEqual({ outcome: 'wrong' });
      expect(await accounts.signIn({ ...account, remember: true }, visitor())).toEqual({ outcome: 'unverified' });
    });

    it('needs no password in the browser that created the account, which is signed in', async () => {
      const accounts = create();
      const { account, token, creator } = await signUp(accounts);
      const answer = await accounts.verify({ token }, creator);
      expect(answer).toMatchObject({ outcome: 'done', person: { email: account.email, emailVerified: true } });
      const cookie = 'cookies' in answer ? cookieOf(answer.cookies) : '';
      expect(await accounts.session(visitor({ cookie }))).toMatchObject({ person: { email: account.email } });
    });

    it('signs nobody in when the link is opened again', async () => {
      const accounts = create();
      const { token, creator } = await signUp(accounts);
      await accounts.verify({ token }, creator);
      const again = await accounts.verify({ token }, creator);
      expect(again).toMatchObject({ outcome: 'done', person: undefined });
      expect(JSON.stringify(again)).not.toContain('session_token');
    });

    it('signs in with the password only in another browser', async () => {
      const accounts = create();
      const { account, token } = await signUp(accounts);
      const answer = await accounts.verify({ token, password: PASSWORD }, visitor());
      expect(answer).toMatchObject({ outcome: 'done', person: { email: account.email } });
    });

    it('gives nothing to a browser that signs up with an existing address', async () => {
      const accounts = create();
      const { account, token, creator } = await signUp(accounts);
      const again = await accounts.signUp(account, visitor());
      const cookie = again.outcome === 'done' ? cookieOf(again.cookies) : '';
      expect(cookie.length).toBe(creator.cookie?.length);
      expect(await accounts.verify({ token }, visitor({ cookie }))).toEqual({ outcome: 'password-needed' });
    });

    it('limits guesses of the password', async () => {
      const accounts = create({ limits: { ...generous, passwordAccount: { count: 2, seconds: 60 } } });
      const { token } = await signUp(accounts);
      const guess = () => accounts.verify({ token, password: 'a guess' }, visitor());
      expect([await guess(), await guess(), await guess()].map(({ outcome }) => outcome)).toEqual(['wrong', 'wrong', 'limited']);
    });
  });

  it('resends the confirmation only to accounts that are still unconfirmed', async () => {
    const accounts = create();
    const account = someone();
    await accounts.signUp(account, visitor());
    expect(await accounts.resendVerification(account.email, visitor())).toEqual({ outcome: 'done' });
    expect(await accounts.resendVerification('nobody@example.com', visitor())).toEqual({ outcome: 'done' });
    await accounts.verify({ token: lastToken(), password: PASSWORD }, visitor());
    expect(await accounts.resendVerification(account.email, visitor())).toEqual({ outcome: 'done' });
    expect(mails.map(({ kind }) => kind)).toEqual(['verify', 'verify']);
  });
});

describe('signing in', () => {
  it('gives the same answer for a wrong password and an unknown address', async () => {
    const accounts = create();
    const account = await member(accounts);
    expect(await accounts.signIn({ ...account, password: 'wrong password', remember: true }, visitor())).toEqual({
      outcome: 'wrong',
    });
    expect(await accounts.signIn({ ...someone(), remember: true }, visitor())).toEqual({ outcome: 'wrong' });
  });

  it('lasts 30 days or until the browser closes', async () => {
    const accounts = create();
    const account = await member(accounts);
    const remembered = await signedIn(accounts, account, true);
    expect(remembered.cookies.find((line) => line.startsWith('bakkum.session_token='))).toMatch(
      /; Max-Age=2592000;.*HttpOnly; SameSite=Lax/,
    );
    const passing = await signedIn(accounts, account, false);
    const cookie = passing.cookies.find((line) => line.startsWith('bakkum.session_token='));
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const [first, second] = await accounts.sessions(passing.person.id);
    const days = (row: typeof first) => Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000);
    expect([days(first), days(second)]).toEqual([1, 30]);
    // The browser may leave out the cookie that says so.
    const only = visitor({ cookie: cookie?.split(';')[0] ?? '' });
    expect(await accounts.session(only)).toMatchObject({ person: { id: passing.person.id } });
    expect((await accounts.sessions(passing.person.id)).map(days).toSorted((one, other) => one - other)).toEqual([1, 30]);
  });

  it('sets `Secure` cookies that other hosts cannot set where the site uses https', async () => {
    const accounts = create({ origin: 'https://bakkum.example' });
    const { cookies } = await signedIn(accounts, await member(accounts));
    expect(cookies.find((line) => line.includes('session_token='))).toMatch(
      /^__Host-bakkum\.session_token=(?!.*Domain)(?=.*; Path=\/(;|$)).*; Secure/,
    );
  });

  it('creates a new session each time, whatever cookie the request carries', async () => {
    const accounts = create();
    const account = await member(accounts);
    const first = await signedIn(accounts, account);
    const second = await accounts.signIn({ ...account, remember: true }, first.visitor);
    expect(second).toMatchObject({ outcome: 'done' });
    expect('cookies' in second && cookieOf(second.cookies)).not.toBe(first.visitor.cookie);
    expect(await accounts.sessions(first.person.id)).toHaveLength(2);
  });

  it('recognises its own cookie and rejects a changed one', async () => {
    const accounts = create();
    const { person, visitor: known } = await signedIn(accounts, await member(accounts));
    expect(await accounts.session(known)).toMatchObject({ person: { id: person.id } });
    const cookie = (known.cookie ?? '').replace(/session_token=(.)/, (_, first) => `session_token=${first === 'x' ? 'y' : 'x'}`);
    expect(await accounts.session(visitor({ cookie }))).toBeUndefined();
    expect(await accounts.session(visitor())).toBeUndefined();
  });

  it('ends on sign-out, even for a copied cookie', async () => {
    const accounts = create();
    const { visitor: known } = await signedIn(accounts, await member(accounts));
    const cookies = await accounts.signOut(known);
    expect(cookies.find((line) => line.startsWith('bakkum.session_token='))).toMatch(/Max-Age=0/);
    expect(await accounts.session(known)).toBeUndefined();
    expect(await accounts.signOut(visitor())).toEqual(expect.any(Array));
  });
});

describe('sessions', () => {
  it('lists sessions and ends them one by one, but not those of others', async () => {
    const accounts = create();
    const account = await member(accounts);
    const here = await signedIn(accounts, account);
    const there = await signedIn(accounts, account);
    const stranger = await signedIn(accounts, await member(accounts));
    const list = await accounts.sessions(here.person.id);
    expect(list).toMatchObject([{ userAgent: 'a browser' }, { userAgent: 'a browser' }]);
    const thereId = (await accounts.session(there.visitor))?.id ?? '';
    expect(await accounts.revokeSession(stranger.person.id, thereId)).toBe(false);
    expect(await accounts.revokeSession(here.person.id, thereId)).toBe(true);
    expect(await accounts.session(there.visitor)).toBeUndefined();
    expect(await accounts.session(here.visitor)).toBeDefined();
  });

  it('ends all other sessions on request', async () => {
    const accounts = create();
    const account = await member(accounts);
    const here = await signedIn(accounts, account);
    await signedIn(accounts, account);
    await signedIn(accounts, account);
    const id = (await accounts.session(here.visitor))?.id ?? '';
    expect(await accounts.revokeOthers(here.person.id, id)).toBe(2);
    expect(await accounts.sessions(here.person.id)).toMatchObject([{ id }]);
  });

  it('stores no network address', async () => {
    const accounts = create();
    await signedIn(accounts, await member(accounts));
    const rows = await database.query("select from accounts.sessions where coalesce(ip_address, '') <> ''");
    expect(rows).toEqual([]);
  });
});

describe('passwords', () => {
  it('resets a password once per link, signs out every device and confirms the address', async () => {
    const accounts = create();
    const account = someone();
    await accounts.signUp(account, visitor());
    expect(await accounts.requestReset(account.email, visitor())).toEqual({ outcome: 'done' });
    const token = lastToken();
    expect(await accounts.resetPassword({ token, password: PASSWORD }, visitor())).toMatchObject({ outcome: 'done' });
    expect(await accounts.resetPassword({ token, password: 'once more, please' }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
    const { visitor: known } = await signedIn(accounts, account);
    await accounts.requestReset(account.email, visitor());
    await accounts.resetPassword({ token: lastToken(), password: 'a new password' }, visitor());
    expect(await accounts.session(known)).toBeUndefined();
    expect(await accounts.signIn({ ...account, remember: true }, visitor())).toEqual({ outcome: 'wrong' });
    expect(await accounts.signIn({ ...account, password: 'a new password', remember: true }, visitor())).toMatchObject({
      outcome: 'done',
    });
  });

  it('resets nothing for an unknown address, with the same answer', async () => {
    const accounts = create();
    expect(await accounts.requestReset('nobody@example.com', visitor())).toEqual({ outcome: 'done' });
    expect(mails).toEqual([]);
  });

  it('changes a password given the old one and signs out other devices', async () => {
    const accounts = create();
    const account = await member(accounts);
    const [here, there] = [await signedIn(accounts, account), await signedIn(accounts, account)];
    expect(await accounts.changePassword({ current: 'wrong password', next: 'a new password' }, here.visitor)).toEqual({
      outcome: 'wrong',
    });
    const changed = await accounts.changePassword({ current: PASSWORD, next: 'a new password' }, here.visitor);
    if (changed.outcome !== 'done') throw new Error(changed.outcome);
    expect(await accounts.session(there.visitor)).toBeUndefined();
    expect(await accounts.session(visitor({ cookie: cookieOf(changed.cookies) }))).toBeDefined();
    expect(await accounts.changePassword({ current: PASSWORD, next: 'x' }, visitor())).toEqual({ outcome: 'wrong' });
  });

  it('stores salted hashes only', async () => {
    const hashes = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(await passwords.verify({ hash: hashes[0], password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash: hashes[0], password: 'correct horsf' })).toBe(false);
    expect(await passwords.verify({ hash: 'plain', password: 'plain' })).toBe(false);
    // The same Korean text in composed and decomposed form: keyboards send either.
    expect(await passwords.verify({ hash: await passwords.hash('비밀번호'.normalize('NFD')), password: '비밀번호' })).toBe(true);
  });
});

describe('an account', () => {
  it('is updated by its owner', async () => {
    const accounts = create();
    const { person, visitor: known } = await signedIn(accounts, await member(accounts));
    expect(await accounts.updateProfile(person.id, { firstName: 'Minji', locale: 'en' })).toMatchObject({
      firstName: 'Minji',
      lastName: 'Kim',
      locale: 'en',
    });
    expect((await accounts.session(known))?.person.firstName).toBe('Minji');
  });

  it('is deleted with all its data, given the password', async () => {
    const accounts = create();
    const account = await member(accounts);
    const { person, visitor: known } = await signedIn(accounts, account);
    await accounts.requestReset(account.email, visitor());
    expect(await accounts.deleteAccount(person.id, { password: 'wrong password', sessionId: randomUUID() }, visitor())).toEqual({
      outcome: 'wrong',
    });
    expect(await accounts.deleteAccount(person.id, { password: PASSWORD, sessionId: randomUUID() }, visitor())).toEqual({
      outcome: 'done',
    });
    expect(deleted).toEqual([account.email]);
    expect(await accounts.session(known)).toBeUndefined();
    expect(await accounts.resetPassword({ token: lastToken(), password: PASSWORD }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
    for (const [table, column] of [
      ['users', 'id'],
      ['sessions', 'user_id'],
      ['credentials', 'user_id'],
      ['verifications', 'value'],
    ] as const) {
      expect([table, await database.query(`select from accounts.${table} where ${column}::text = $1`, [person.id])]).toEqual([
        table,
        [],
      ]);
    }
  });

  it('is not deleted partially when deleting related data fails', async () => {
    const accounts = createAccounts({
      database,
      origin: 'http://localhost:3000',
      secret: SECRET,
      passwords,
      equalTime: createEqualTime(0),
      limits: generous,
      sendMail: (mail) => Promise.resolve(void mails.push(mail)),
      onDelete: () => Promise.reject(new Error('the ledger is away')),
      onRevokeKeys: () => Promise.resolve(),
    });
    const account = await member(accounts);
    const { person, visitor: known } = await signedIn(accounts, account);
    await expect(accounts.deleteAccount(person.id, { password: PASSWORD, sessionId: randomUUID() }, visitor())).rejects.toThrow(
      'the ledger is away',
    );
    expect(await accounts.session(known)).toBeDefined();
  });

  it('is seeded once as the demo account and marked as such', async () => {
    const accounts = create();
    expect(await accounts.hasDemo()).toBe(false);
    const demo = someone();
    const [first, second] = await Promise.all([accounts.seedDemo(demo), accounts.seedDemo(demo)]);
    expect(first.id).toBe(second.id);
    expect(await accounts.hasDemo()).toBe(true);
    expect((await signedIn(accounts, demo)).person).toMatchObject({ demo: true, emailVerified: true });
    expect(await personByEmail(database, demo.email.toUpperCase())).toMatchObject({ id: first.id });
  });

  it('cannot be marked as the demo account from outside', async () => {
    const accounts = create();
    const account = { ...someone(), demo: true, emailVerified: true, id: randomUUID() };
    await accounts.signUp(account, visitor());
    expect(await personByEmail(database, account.email)).toMatchObject({ demo: false, emailVerified: false });
  });
});

describe('an address', () => {
  it('changes through a link sent to the new address, and notifies the old one', async () => {
    const accounts = create();
    const account = await member(accounts);
    const { person } = await signedIn(accounts, account);
    const email = `${randomUUID()}@example.com`;
    expect(await accounts.requestEmailChange(person.id, { email, password: 'wrong' }, visitor())).toEqual({ outcome: 'wrong' });
    await accounts.requestReset(account.email, visitor());
    const resetToken = lastToken();
    mails = [];
    expect(await accounts.requestEmailChange(person.id, { email, password: PASSWORD }, visitor())).toEqual({ outcome: 'done' });
    expect(mails).toMatchObject([{ kind: 'change-address', address: email, person: { email: account.email } }]);
    expect(await personByEmail(database, account.email)).toMatchObject({ id: person.id });
    const token = lastToken();
    expect(await accounts.confirmEmailChange({ token: `${token}x`, password: PASSWORD }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
    expect(await accounts.confirmEmailChange({ token }, visitor())).toEqual({ outcome: 'password-needed' });
    expect(await accounts.confirmEmailChange({ token, password: 'wrong' }, visitor())).toEqual({ outcome: 'wrong' });
    const stranger = await signedIn(accounts, await member(accounts));
    expect(await accounts.confirmEmailChange({ token }, stranger.visitor)).toEqual({ outcome: 'password-needed' });
    const here = await signedIn(accounts, account);
    expect(await accounts.confirmEmailChange({ token }, here.visitor)).toEqual({ outcome: 'done' });
    expect(mails.at(-1)).toMatchObject({ kind: 'address-changed', address: email, person: { email: account.email } });
    expect(await accounts.confirmEmailChange({ token, password: PASSWORD }, visitor())).toEqual({ outcome: 'invalid-token' });
    expect(await signedIn(accounts, { email })).toMatchObject({ person: { id: person.id, emailVerified: true } });
    expect(await accounts.resetPassword({ token: resetToken, password: PASSWORD }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
  });

  it('of another account is refused, with the same answer', async () => {
    const accounts = create();
    const [other, account] = [await member(accounts), await member(accounts)];
    const { person } = await signedIn(accounts, account);
    mails = [];
    expect(await accounts.requestEmailChange(person.id, { email: other.email, password: PASSWORD }, visitor())).toEqual({
      outcome: 'done',
    });
    expect(mails).toMatchObject([{ kind: 'already-registered', person: { email: other.email } }]);
  });

  it('claimed in the meantime stays with its owner, and only the newest link works', async () => {
    const accounts = create();
    const { person } = await signedIn(accounts, await member(accounts));
    const newcomer = someone();
    await accounts.requestEmailChange(person.id, { email: newcomer.email, password: PASSWORD }, visitor());
    const first = lastToken();
    await accounts.signUp(newcomer, visitor());
    expect(await accounts.confirmEmailChange({ token: first, password: PASSWORD }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
    await accounts.requestEmailChange(person.id, { email: `${randomUUID()}@example.com`, password: PASSWORD }, visitor());
    const second = lastToken();
    await accounts.requestEmailChange(person.id, { email: `${randomUUID()}@example.com`, password: PASSWORD }, visitor());
    expect(await accounts.confirmEmailChange({ token: second, password: PASSWORD }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
    expect(await accounts.confirmEmailChange({ token: lastToken(), password: PASSWORD }, visitor())).toEqual({ outcome: 'done' });
  });
});

describe('limits', () => {
  const tight = {
    ...generous,
    signInPair: { count: 3, seconds: 60 },
    signInAccount: { count: 8, seconds: 60 },
    signUpAddress: { count: 2, seconds: 60 },
  };

  it('stop password guessing from one network address, even in parallel, without locking out the owner elsewhere', async () => {
    const accounts = create({ limits: tight });
    const account = await member(accounts);
    const guess = (address: string) =>
      accounts.signIn({ ...account, password: 'a wild guess', remember: true }, visitor({ address }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => guess('203.0.113.1')));
    expect(answers.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(3);
    expect(answers.find(({ outcome }) => outcome === 'limited')).toMatchObject({ retryAfterS: expect.any(Number) });
    // The right password from that address is refused too; from another address it works.
    expect(await accounts.signIn({ ...account, remember: true }, visitor({ address: '203.0.113.1' }))).toMatchObject({
      outcome: 'limited',
    });
    expect(await accounts.signIn({ ...account, remember: true }, visitor({ address: '203.0.113.2' }))).toMatchObject({
      outcome: 'done',
    });
  });

  it('stop guessing one account from many network addresses', async () => {
    const accounts = create({ limits: tight });
    const account = await member(accounts);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        accounts.signIn({ ...account, password: 'a wild guess', remember: true }, visitor({ address: `203.0.113.${index}` })),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(8);
  });

  it('reset after a successful sign-in', async () => {
    const accounts = create({ limits: tight });
    const account = await member(accounts);
    for (let round = 0; round < 4; round++) {
      await accounts.signIn({ ...account, password: 'a wild guess', remember: true }, visitor());
      expect(await accounts.signIn({ ...account, remember: true }, visitor())).toMatchObject({ outcome: 'done' });
    }
  });

  it('stop mass sign-up', async () => {
    const accounts = create({ limits: tight });
    const address = '203.0.113.50';
    const outcomes: string[] = [];
    for (let round = 0; round < 3; round++) outcomes.push((await accounts.signUp(someone(), visitor({ address }))).outcome);
    expect(outcomes).toEqual(['done', 'done', 'limited']);
  });

  it('expire with their window and leave nothing behind', async () => {
    const attempts = createAttempts(database, SECRET, { ...LIMITS, tokenAddress: { count: 1, seconds: 60 } });
    const count = () => attempts.count('tokenAddress', 'someone');
    expect([await count(), await count()]).toMatchObject([{ allowed: true }, { allowed: false }]);
    await database.query("update accounts.attempts set resets_at = now() - interval '1 second'");
    expect(await count()).toEqual({ allowed: true });
    await database.query("update accounts.attempts set resets_at = now() - interval '1 second'");
    await create().tidy();
    expect(await database.query('select from accounts.attempts')).toEqual([]);
  });
});

it('passes the same tests on the in-process database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-accounts-'));
  const inProcess = await openInProcess(folder, [ACCOUNTS_MIGRATIONS]);
  const accounts = create({ database: inProcess });
  const account = await member(accounts);
  const [here, elsewhere] = [await signedIn(accounts, account), await signedIn(accounts, account)];
  expect(here.person).toMatchObject({ email: account.email, emailVerified: true, joinedAt: expect.any(Date) });
  expect((await accounts.session(here.visitor))?.person.id).toBe(here.person.id);
  await accounts.requestReset(account.email, visitor());
  const reset = { token: lastToken(), password: 'battery staple' };
  expect(await accounts.resetPassword(reset, visitor())).toMatchObject({ outcome: 'done' });
  expect(await accounts.resetPassword(reset, visitor())).toEqual({ outcome: 'invalid-token' });
  expect([await accounts.session(here.visitor), await accounts.session(elsewhere.visitor)]).toEqual([undefined, undefined]);
  const again = await accounts.signIn({ email: account.email, password: reset.password, remember: true }, visitor());
  expect(again).toMatchObject({ outcome: 'done', person: { id: here.person.id } });
  await inProcess.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has the tables that better-auth expects', async () => {
  const never = () => Promise.resolve();
  const auth = createAuth({
    database,
    passwords,
    origin: 'http://localhost',
    secret: SECRET,
    sendVerification: never,
    tellExisting: never,
  });
  const TYPES = { string: 'text', boolean: 'boolean', date: 'timestamp with time zone' };
  for (const { modelName, fields } of Object.values(getAuthTables(auth.options))) {
    const columns = await columnsOf(modelName);
    expect([modelName, Object.keys(fields).length > 3]).toEqual([modelName, true]);
    for (const [field, { required, type, references }] of Object.entries(fields)) {
      const column = columns.get(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
      const wanted = references ? 'uuid' : TYPES[z.enum(['string', 'boolean', 'date']).parse(type)];
      expect([modelName, field, column?.type]).toEqual([modelName, field, wanted]);
      if (required !== false) expect([modelName, field, column?.nullable]).toEqual([modelName, field, false]);
    }
  }
});

async function columnsOf(table: string) {
  const rows = await database.query(
    `select column_name as name, data_type as type, is_nullable = 'YES' as nullable from information_schema.columns
     where table_schema = 'accounts' and table_name = $1`,
    [table],
  );
  const column = z.object({ name: z.string(), type: z.string(), nullable: z.boolean() });
  return new Map(rows.map((row) => column.parse(row)).map((found) => [found.name, found]));
}
