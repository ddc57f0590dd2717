import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApiKeys } from './api-keys.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import type { Passwords } from './passwords/password.ts';
import { cookieOf, PASSWORD, PASSWORDS, type TestAccounts, testAccounts, visitor } from './test-accounts.ts';

const NEXT = 'a new password';
let database: TestDatabase;
let site: TestAccounts;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('delete from accounts.attempts');
  site = testAccounts(database);
});

async function resetToken(email: string): Promise<string> {
  await site.accounts.requestReset(email, visitor());
  return site.token('reset');
}

async function keyOf(personId: string) {
  const keys = createApiKeys({ database });
  const made = await keys.make(personId, { name: 'CI', scopes: ['convert:read'] }, undefined);
  if (typeof made === 'string') throw new Error(made);
  return { isValid: async () => (await keys.check(made.secret)) !== undefined };
}

describe('a reset link', () => {
  it('stops working once another link was used', async () => {
    const { email } = await site.member();
    const [older, newer] = [await resetToken(email), await resetToken(email)];
    expect(await site.accounts.resetPassword({ token: newer, password: NEXT }, visitor())).toMatchObject({ outcome: 'done' });
    expect(await site.accounts.resetPassword({ token: older, password: 'stolen' }, visitor())).toEqual({
      outcome: 'invalid-token',
    });
  });

  it('stops working once the owner changed the password', async () => {
    const account = await site.member();
    const token = await resetToken(account.email);
    const { visitor: here } = await site.signedIn(account);
    await site.accounts.changePassword({ current: PASSWORD, next: NEXT }, here);
    expect(await site.accounts.resetPassword({ token, password: 'stolen' }, visitor())).toEqual({ outcome: 'invalid-token' });
  });

  it('works for one of two simultaneous requests', async () => {
    const { email } = await site.member();
    const tokens = [await resetToken(email), await resetToken(email)];
    const answers = await Promise.all(tokens.map((token) => site.accounts.resetPassword({ token, password: NEXT }, visitor())));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['done', 'invalid-token']);
  });

  it('is stored as a hash only', async () => {
    const { email } = await site.member();
    const token = await resetToken(email);
    const tables = await database.query(
      `select (select coalesce(json_agg(v), '[]')::text from accounts.verifications v)
            || (select coalesce(json_agg(r), '[]')::text from accounts.password_resets r) as stored`,
    );
    expect(token.length).toBeGreaterThan(30);
    expect(String(tables[0]?.['stored'])).not.toContain(token);
  });
});

describe('a pending address change', () => {
  it('ends with a reset and with a change of the password', async () => {
    for (const end of ['reset', 'change'] as const) {
      const account = await site.member();
      const { person, visitor: here } = await site.signedIn(account);
      await site.accounts.requestEmailChange(person.id, { email: `${randomUUID()}@example.com`, password: PASSWORD }, visitor());
      const token = site.token('change-address');
      if (end === 'reset')
        await site.accounts.resetPassword({ token: await resetToken(account.email), password: NEXT }, visitor());
      else await site.accounts.changePassword({ current: PASSWORD, next: NEXT }, here);
      expect([end, await site.accounts.confirmEmailChange({ token, password: PASSWORD }, visitor())]).toEqual([
        end,
        { outcome: 'invalid-token' },
      ]);
    }
  });
});

describe('the owner', () => {
  it('receives an email about a changed and a reset password', async () => {
    const account = await site.member();
    const { visitor: here } = await site.signedIn(account);
    await site.accounts.changePassword({ current: PASSWORD, next: NEXT }, here);
    expect(site.mails.at(-1)).toMatchObject({ kind: 'password-changed', person: { email: account.email }, revokedKeys: 0 });
    await site.accounts.resetPassword({ token: await resetToken(account.email), password: PASSWORD }, visitor());
    expect(site.mails.filter(({ kind }) => kind === 'password-changed')).toHaveLength(2);
  });

  it('receives an email about a sign-in from a new browser, and none from a known one', async () => {
    const account = await site.member();
    const notices = () => site.mails.filter(({ kind }) => kind === 'new-sign-in').length;
    const { visitor: here } = await site.signedIn(account);
    expect(notices()).toBe(1);
    await site.signedIn(account, here);
    expect(notices()).toBe(1);
    await site.signedIn(account, visitor({ address: '203.0.113.1' }));
    expect(notices()).toBe(2);
  });

  it('chooses whether API keys end with the password', async () => {
    const account = await site.member();
    const { person, visitor: here } = await site.signedIn(account);
    const key = await keyOf(person.id);
    const changed = await site.accounts.changePassword({ current: PASSWORD, next: NEXT }, here);
    expect([changed.outcome, await key.isValid()]).toEqual(['done', true]);
    const token = await resetToken(account.email);
    await site.accounts.resetPassword({ token, password: PASSWORD, revokeApiKeys: true }, visitor());
    expect(await key.isValid()).toBe(false);
    expect(site.mails.at(-1)).toMatchObject({ kind: 'password-changed', revokedKeys: 1 });
  });

  it('gets a new session for the browser that changed the password, so that a copied cookie ends', async () => {
    const account = await site.member();
    const { visitor: here } = await site.signedIn(account);
    await site.accounts.changePassword({ current: PASSWORD, next: NEXT }, here);
    expect(await site.accounts.session(here)).toBeUndefined();
  });
});

describe('a reset that runs during another request', () => {
  type Moment = 'password check' | 'new session';

  /** Accounts on the same database. At that moment of its next request, the owner of `email` resets the password. */
  async function interrupted(email: string, moment: Moment): Promise<TestAccounts> {
    const tokens = [await resetToken(email)];
    const pause = async (at: Moment) => {
      const token = at === moment && tokens.pop();
      if (!token) return;
      const answer = await site.accounts.resetPassword({ token, password: NEXT, revokeApiKeys: true }, visitor());
      expect(answer.outcome).toBe('done');
    };
    const verify: Passwords['verify'] = async (given) => {
      const isRight = await PASSWORDS.verify(given);
      await pause('password check');
      return isRight;
    };
    const execute: TestDatabase['execute'] = async (text, values) => {
      if (text.startsWith('insert into "accounts"."sessions"')) await pause('new session');
      return database.execute(text, values);
    };
    return testAccounts({ ...database, execute }, undefined, { passwords: { ...PASSWORDS, verify } });
  }

  async function sessionsOf(email: string): Promise<number> {
    const [row] = await database.query(
      'select count(*) as number from accounts.sessions s join accounts.users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    return Number(row?.['number']);
  }

  const signIn = ({ accounts }: TestAccounts, email: string, password: string) =>
    accounts.signIn({ email, password, remember: true }, visitor());

  it.each<Moment>(['password check', 'new session'])('refuses a sign-in with the old password (%s)', async (moment) => {
    const { email } = await site.member();
    const other = await interrupted(email, moment);
    expect(await signIn(other, email, PASSWORD)).toEqual({ outcome: 'wrong' });
    expect([await sessionsOf(email), other.mails]).toEqual([0, []]);
    expect(await signIn(other, email, NEXT)).toMatchObject({ outcome: 'done' });
  });

  it('signs in no browser that confirms the address', async () => {
    const account = { password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
    for (const browser of ['known', 'unknown'] as const) {
      const email = `${randomUUID()}@example.com`;
      const signedUp = await site.accounts.signUp({ ...account, email }, visitor());
      const cookie = browser === 'known' && 'cookies' in signedUp ? cookieOf(signedUp.cookies) : '';
      const token = site.token('verify');
      const other = await interrupted(email, 'new session');
      const answer = await other.accounts.verify({ token, password: PASSWORD }, visitor({ cookie }));
      const outcome = browser === 'known' ? 'password-needed' : 'wrong';
      expect([browser, answer, await sessionsOf(email)]).toEqual([browser, { outcome }, 0]);
    }
  });

  it('refuses a session after another change of the password', async () => {
    const account = await site.member();
    const { visitor: here } = await site.signedIn(account);
    // A change of the password ends reset links, so another one changes it here.
    const other = testAccounts({
      ...database,
      async execute(text, values) {
        if (text.startsWith('insert into "accounts"."sessions"')) {
          const hash = await PASSWORDS.hash('a third password');
          await database.query(
            'update accounts.credentials set password = $2 where user_id = (select id from accounts.users where email = $1)',
            [account.email, hash],
          );
        }
        return database.execute(text, values);
      },
    });
    expect(await other.accounts.changePassword({ current: PASSWORD, next: NEXT }, here)).toEqual({ outcome: 'wrong' });
    expect(await sessionsOf(account.email)).toBe(0);
  });

  it('leaves no pending address change', async () => {
    const account = await site.member();
    const { person } = await site.signedIn(account);
    const other = await interrupted(account.email, 'password check');
    const change = { email: `${randomUUID()}@example.com`, password: PASSWORD };
    expect(await other.accounts.requestEmailChange(person.id, change, visitor())).toEqual({ outcome: 'wrong' });
    expect(await database.query('select from accounts.email_changes where user_id = $1', [person.id])).toEqual([]);
    expect(other.mails).toEqual([]);
  });

  it('leaves no API key that its session was about to make', async () => {
    const account = await site.member();
    const { person, visitor: here } = await site.signedIn(account);
    const session = await site.accounts.session(here);
    const token = await resetToken(account.email);
    await site.accounts.resetPassword({ token, password: NEXT, revokeApiKeys: true }, visitor());
    const keys = createApiKeys({ database });
    expect(await keys.make(person.id, { name: 'CI', scopes: ['convert:read'] }, session?.id)).toBe('signed-out');
    expect(await keys.list(person.id)).toEqual([]);
  });

  it('keeps the account from being deleted with the old password', async () => {
    const account = await site.member();
    const { person } = await site.signedIn(account);
    const other = await interrupted(account.email, 'password check');
    expect(await other.accounts.deleteAccount(person.id, { password: PASSWORD, sessionId: randomUUID() }, visitor())).toEqual({
      outcome: 'wrong',
    });
    expect(await signIn(site, account.email, NEXT)).toMatchObject({ outcome: 'done' });
  });
});
