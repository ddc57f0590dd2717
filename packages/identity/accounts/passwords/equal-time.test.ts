import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ACCOUNTS_MIGRATIONS } from '../migrations.ts';
import { type TestAccounts, testAccounts, visitor } from '../test-accounts.ts';
import { createEqualTime } from './equal-time.ts';

/** A clock that advances only explicitly and by waiting. */
function fakeClock() {
  let time = 0;
  return {
    now: () => time,
    wait: async (milliseconds: number) => void (time += milliseconds),
    pass: (milliseconds: number) => void (time += milliseconds),
  };
}

it.each([
  [0, 500],
  [1, 500],
  [500, 500],
  [501, 1000],
])('ends work of %i ms after %i ms', async (takes, ends) => {
  const clock = fakeClock();
  expect(await createEqualTime(500, clock)(async () => clock.pass(takes))).toBeUndefined();
  expect(clock.now()).toBe(ends);
});

it('ends failed work at the same time', async () => {
  const clock = fakeClock();
  await expect(createEqualTime(500, clock)(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(clock.now()).toBe(500);
});

describe('an answer about an address', () => {
  let database: TestDatabase;
  let site: TestAccounts;
  const clock = fakeClock();

  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresFolder'), [ACCOUNTS_MIGRATIONS]);
    // Every statement takes a millisecond, and an email 50.
    const slow: TestDatabase = {
      ...database,
      query: (...given) => {
        clock.pass(1);
        return database.query(...given);
      },
    };
    site = testAccounts(slow, undefined, { equalTime: createEqualTime(500, clock), onMail: () => clock.pass(50) });
  });
  afterAll(() => database.close());

  const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = clock.now();
    await work();
    return clock.now() - startedAt;
  };

  it('takes the same time with and without an account', async () => {
    const { email } = await site.member();
    const mails = site.mails.length;
    const stranger = 'nobody@example.com';
    const account = { password: 'correct horse', firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
    const asked = [
      () => site.accounts.requestReset(email, visitor()),
      () => site.accounts.requestReset(stranger, visitor()),
      () => site.accounts.resendVerification(stranger, visitor()),
      () => site.accounts.signUp({ ...account, email }, visitor()),
      () => site.accounts.signUp({ ...account, email: stranger }, visitor()),
      () => site.accounts.resendVerification(stranger, visitor()),
    ];
    const durations: number[] = [];
    for (const ask of asked) durations.push(await durationOf(ask));
    expect(durations).toEqual(asked.map(() => 500));
    expect(site.mails.length - mails).toBe(4);
  });
});
