import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApiKeys } from './api-keys.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { PASSWORD, type TestAccounts, testAccounts, visitor } from './test-accounts.ts';

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
  const made = await keys.make(personId, { name: 'CI', scopes: ['convert:read'] });
  if (made === 'full') throw new Error('full');
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
      await site.accounts.requestEmailChange(person.id, { email: `${randomUUID()}@example.com`, password: PASSWORD });
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
