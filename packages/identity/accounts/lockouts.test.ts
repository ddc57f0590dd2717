import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { LIMITS } from './attempts.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { hashSource, QueueFull } from './passwords/hash-queue.ts';
import { cookieOf, PASSWORD, PASSWORDS, type TestAccounts, testAccounts, visitor } from './test-accounts.ts';

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

async function guess(email: string, address: string, times: number): Promise<void> {
  for (let round = 0; round < times; round++) {
    await site.accounts.signIn({ email, password: 'a wild guess', remember: true }, visitor({ address }));
  }
}

const signIn = (email: string, changes: Partial<ReturnType<typeof visitor>>) =>
  site.accounts.signIn({ email, password: PASSWORD, remember: true }, visitor(changes));

describe('wrong passwords from a stranger', () => {
  it('at one address do not lock out the owner elsewhere', async () => {
    const { email } = await site.member();
    await guess(email, '203.0.113.1', 70);
    expect(await signIn(email, { address: '203.0.113.2' })).toMatchObject({ outcome: 'done' });
  });

  it('at many addresses do not lock out a browser the owner has used before', async () => {
    const account = await site.member();
    const { visitor: known } = await site.signedIn(account);
    for (let network = 0; network < 8; network++) await guess(account.email, `203.0.113.${network}`, 10);
    expect(await signIn(account.email, { address: '192.0.2.1' })).toMatchObject({ outcome: 'limited' });
    expect(await signIn(account.email, { address: '192.0.2.1', cookie: known.cookie ?? '' })).toMatchObject({ outcome: 'done' });
  });

  it('at the address of the owner do not lock out a browser the owner has used before', async () => {
    const account = await site.member();
    const { visitor: known } = await site.signedIn(account);
    await guess(account.email, known.address, 20);
    expect(await signIn(account.email, { cookie: known.cookie ?? '' })).toMatchObject({ outcome: 'done' });
  });
});

describe('a known browser', () => {
  it('has a limited number of guesses too', async () => {
    const account = await site.member();
    const { visitor: known } = await site.signedIn(account);
    const outcomes: string[] = [];
    for (let round = 0; round < 12; round++) {
      const given = { email: account.email, password: 'a wild guess', remember: true };
      outcomes.push((await site.accounts.signIn(given, known)).outcome);
    }
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10);
    expect(outcomes.slice(10)).toEqual(['limited', 'limited']);
  });

  it('has a limited number of sign-ins, which strangers and other addresses do not use up', async () => {
    site = testAccounts(database, { ...LIMITS, signInKnownPair: { count: 3, seconds: 900 } });
    const account = await site.member();
    let { visitor: known } = await site.signedIn(account);
    for (let round = 0; round < 3; round++) known = (await site.signedIn(account, known)).visitor;
    const changes = { cookie: known.cookie ?? '' };
    expect(await signIn(account.email, changes)).toMatchObject({ outcome: 'limited' });
    expect(await signIn(account.email, { ...changes, address: '192.0.2.1' })).toMatchObject({ outcome: 'done' });
    const other = await site.member();
    const { visitor: neighbour } = await site.signedIn(other);
    expect(await signIn(other.email, { cookie: neighbour.cookie ?? '' })).toMatchObject({ outcome: 'done' });
  });

  it('is known to its own account only, not with a changed cookie, and not after a new password', async () => {
    const [account, other] = [await site.member(), await site.member()];
    const { visitor: known } = await site.signedIn(account);
    const notices = () => site.mails.filter(({ kind }) => kind === 'new-sign-in').length;
    await site.signedIn(other, known);
    const before = notices();
    const changed = (known.cookie ?? '').replace(/(?<=bakkum\.devices=.)./, (letter) => (letter === '-' ? '_' : '-'));
    await site.signedIn(account, { ...known, cookie: changed });
    expect(notices()).toBe(before + 1);
    await site.accounts.changePassword(
      { current: PASSWORD, next: 'a new password' },
      (await site.signedIn(account, known)).visitor,
    );
    await site.accounts.signIn({ email: account.email, password: 'a new password', remember: true }, known);
    expect(notices()).toBe(before + 2);
  });

  it('keeps several accounts', async () => {
    const [one, other] = [await site.member(), await site.member()];
    const first = await site.signedIn(one);
    const second = await site.signedIn(other, first.visitor);
    const cookie = cookieOf([...second.cookies]);
    const before = site.mails.length;
    await site.signedIn(one, visitor({ cookie }));
    await site.signedIn(other, visitor({ cookie }));
    expect(site.mails.length).toBe(before);
  });
});

describe('reset requests from strangers', () => {
  it('do not stop the owner from asking', async () => {
    const { email } = await site.member();
    for (let network = 0; network < 3; network++) {
      for (let round = 0; round < 6; round++)
        await site.accounts.requestReset(email, visitor({ address: `203.0.113.${network}` }));
    }
    expect(await site.accounts.requestReset(email, visitor({ address: '192.0.2.1' }))).toEqual({ outcome: 'done' });
  });

  it('send a bounded number of emails, of which every link works until one was used', async () => {
    const { email } = await site.member();
    for (let network = 0; network < 20; network++)
      await site.accounts.requestReset(email, visitor({ address: `203.0.113.${network}` }));
    const tokens = site.mails.flatMap((mail) => (mail.kind === 'reset' ? [mail.token] : []));
    expect(tokens.length).toBe(5);
    expect(await site.accounts.resetPassword({ token: tokens[0] ?? '', password: 'a new password' }, visitor())).toMatchObject({
      outcome: 'done',
    });
    await site.accounts.requestReset(email, visitor({ address: '192.0.2.1' }));
    expect(site.token('reset')).not.toBe(tokens.at(-1));
  });

  it('do not stop the owner from asking after a new password has ended the links', async () => {
    const account = await site.member();
    const { visitor: known } = await site.signedIn(account);
    for (let network = 0; network < 5; network++)
      await site.accounts.requestReset(account.email, visitor({ address: `203.0.113.${network}` }));
    await site.accounts.changePassword({ current: PASSWORD, next: 'a new password' }, known);
    const before = site.token('reset');
    await site.accounts.requestReset(account.email, visitor({ address: '192.0.2.1' }));
    expect(site.token('reset')).not.toBe(before);
  });

  it('do not stop others from signing up or confirming', async () => {
    const { email } = await site.member();
    for (let network = 0; network < 8; network++)
      await site.accounts.requestReset(email, visitor({ address: `203.0.113.${network}` }));
    const account = { email, password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
    expect(await site.accounts.signUp(account, visitor({ address: '192.0.2.1' }))).toMatchObject({ outcome: 'done' });
    expect(await site.accounts.resendVerification(email, visitor({ address: '192.0.2.2' }))).toEqual({ outcome: 'done' });
  });

  it('are limited for one address and account', async () => {
    const { email } = await site.member();
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round++) outcomes.push((await site.accounts.requestReset(email, visitor())).outcome);
    expect(outcomes.at(-1)).toBe('limited');
  });
});

it('the limit of address changes does not reveal whether an account exists', async () => {
  const [asking, other] = [await site.member(), await site.member()];
  const { person } = await site.signedIn(asking);
  const account = { email: other.email, password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
  for (let network = 0; network < 5; network++) await site.accounts.signUp(account, visitor({ address: `203.0.113.${network}` }));
  const change = (email: string) => site.accounts.requestEmailChange(person.id, { email, password: PASSWORD }, visitor());
  expect(await change('nobody@example.com')).toEqual({ outcome: 'done' });
  expect(await change(other.email)).toEqual({ outcome: 'done' });
});

it('password checks take turns by network address, and are limited for each', async () => {
  const sources: string[] = [];
  const verify: typeof PASSWORDS.verify = (given) => {
    sources.push(hashSource());
    return sources.length > 1 ? Promise.reject(new QueueFull()) : PASSWORDS.verify(given);
  };
  const { email } = await site.member();
  site = testAccounts(database, LIMITS, { passwords: { ...PASSWORDS, verify } });
  expect(await signIn(email, { address: '203.0.113.1' })).toMatchObject({ outcome: 'done' });
  expect(await signIn(email, { address: '203.0.113.2' })).toEqual({ outcome: 'limited', retryAfterS: 3 });
  expect(sources).toEqual(['203.0.113.1', '203.0.113.2']);
});

it('password checks before a change or a deletion count for the network address, whatever the account', async () => {
  const sources: string[] = [];
  const verify: typeof PASSWORDS.verify = (given) => {
    sources.push(hashSource());
    return PASSWORDS.verify(given);
  };
  const { person } = await site.signedIn(await site.member());
  site = testAccounts(database, LIMITS, { passwords: { ...PASSWORDS, verify } });
  const from = visitor({ address: '203.0.113.3' });
  await site.accounts.requestEmailChange(person.id, { email: 'nobody@example.com', password: PASSWORD }, from);
  expect(await site.accounts.deleteAccount(person.id, { password: PASSWORD, sessionId: '' }, from)).toEqual({ outcome: 'done' });
  expect(sources).toEqual([from.address, from.address]);
});
