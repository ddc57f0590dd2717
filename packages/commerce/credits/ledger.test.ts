import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLedger, type Ledger } from './ledger.ts';
import { SCENARIOS } from './ledger-scenarios.ts';
import { runLoadTest } from './load-test.ts';
import { CREDITS_MIGRATIONS } from './migrations.ts';
import type { Books } from './scenario-tools.ts';

let database: TestDatabase;
let ledger: Ledger;
let time = new Date();
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS]);
  ledger = createLedger(database, () => time);
  const travel = (to: string): void => {
    time = new Date(to);
  };
  books = { database, ledger, travel };
});
afterAll(() => database.close());

describe('the ledger', () => {
  it.each(Object.values(SCENARIOS))('$name', async ({ run }) => {
    await run(books);
    expect(await ledger.violations()).toEqual([]);
  });

  it('stays consistent under 12 concurrent writers', async () => {
    const { commands } = await runLoadTest(database, { writers: 12, milliseconds: 2000, seed: 7 });
    expect(commands).toBeGreaterThan(0);
    expect(await ledger.violations()).toEqual([]);
  });
});

describe('the violation report', () => {
  const BREAKS = {
    'account and its movements differ': 'update credits.accounts set available = available + 1 where user_id = $1',
    'account and its open holds differ': 'update credits.accounts set held = held + 1 where user_id = $1',
    'what was spent and what holds cost differ':
      "update credits.holds set committed = committed - 1 where status = 'settled' and account_id = (select id from credits.accounts where user_id = $1)",
    'grant and its movements differ':
      'update credits.grants set remaining = remaining - 1 where account_id = (select id from credits.accounts where user_id = $1)',
    'hold and its movements differ':
      'update credits.holds set amount = amount + 1 where account_id = (select id from credits.accounts where user_id = $1)',
    'movement of another account': `
      insert into credits.movements
      select t.id, 9, (select min(id) - 1 from credits.grants), 'issued', 'expired', 1
      from credits.transactions t join credits.accounts a on a.id = t.account_id where a.user_id = $1 limit 1`,
    'transaction of no account': "insert into credits.transactions (account_id, kind, ref, at) values (-1, 'grant', $1, now())",
  };

  it.each(Object.entries(BREAKS))('names the violation when %s', async (what, change) => {
    const userId = randomUUID();
    time = new Date('2026-12-01T00:00:00Z');
    await ledger.give({ userId, source: 'operator', ref: randomUUID(), amount: 50, expiresAt: new Date('2027-01-01') });
    const hold = await ledger.reserve({ userId, key: 'k', request: '', purpose: 'images', amount: 5, milliseconds: 1000 });
    if ('holdId' in hold) await ledger.settle(hold.holdId, 5);
    const found = database.transaction(async (sql) => {
      await sql.query(change, [userId]);
      const names = (await createLedger(sql).violations()).map((violation) => violation.what);
      throw new Error(`rolled back after: ${names.join(', ')}`);
    });
    await expect(found).rejects.toThrow(what);
  });
});

describe('the read functions', () => {
  it('explain a balance entry by entry', async () => {
    const userId = randomUUID();
    time = new Date('2026-12-01T00:00:00Z');
    await ledger.entitle({ userId, plan: 'demo', credits: 500, cycle: { days: 7 }, startsAt: time });
    const hold = await ledger.reserve({ userId, key: 'k', request: '', purpose: 'images', amount: 12, milliseconds: 1000 });
    if ('holdId' in hold) await ledger.settle(hold.holdId, 4);
    time = new Date('2026-12-08T00:00:00Z');
    await ledger.balance(userId);
    const told = (await ledger.explain(userId)).map(({ kind, from, to, amount, available, held }) => [
      kind,
      `${from} → ${to}`,
      amount,
      available,
      held,
    ]);
    expect(told).toEqual([
      ['grant', 'issued → available', 500, 500, 0],
      ['reserve', 'available → held', 12, 488, 12],
      ['settle', 'held → spent', 4, 488, 8],
      ['settle', 'held → available', 8, 496, 0],
      ['expire', 'available → expired', 496, 0, 0],
      ['grant', 'issued → available', 500, 500, 0],
    ]);
    expect(await ledger.statement(userId)).toMatchObject([
      { kind: 'grant', available: 500, balance: 500, source: 'plan', plan: 'demo' },
      { kind: 'expire', available: -496, balance: 0 },
      { kind: 'settle', available: 8, spent: 4, balance: 496, purpose: 'images' },
      { kind: 'reserve', available: -12, spent: 0, balance: 488, purpose: 'images' },
      { kind: 'grant', available: 500, balance: 500 },
    ]);
    const [, second] = await ledger.statement(userId);
    expect(await ledger.statement(userId, { before: second?.id ?? 0, limit: 2 })).toMatchObject([
      { kind: 'settle', balance: 496 },
      { kind: 'reserve', balance: 488 },
    ]);
  });

  it('list an order as one row, whatever happens to its credits', async () => {
    const userId = randomUUID();
    time = new Date('2026-12-01T00:00:00Z');
    await ledger.entitle({ userId, plan: 'free', credits: 10, cycle: { days: 7 }, startsAt: time });
    const order = async (amount: number, spent?: number) => {
      const hold = await ledger.reserve({
        userId,
        key: randomUUID(),
        request: '',
        purpose: 'images',
        amount,
        milliseconds: 1000,
      });
      if ('holdId' in hold && spent !== undefined) await ledger.settle(hold.holdId, spent);
      return 'holdId' in hold ? hold.holdId : '';
    };
    await order(3, 3);
    await order(2, 1);
    await order(1, 0);
    const open = await order(4);
    const orders = async () => (await ledger.statementRows(userId)).filter(({ kind }) => kind === 'order');
    expect(await orders()).toMatchObject([
      { state: 'held', reserved: 4, spent: 0, change: -4, balance: 2 },
      { state: 'returned', reserved: 1, spent: 0, change: 0, balance: 6 },
      { state: 'partly-returned', reserved: 2, spent: 1, change: -1, balance: 6 },
      { state: 'spent', reserved: 3, spent: 3, change: -3, balance: 7 },
    ]);
    expect(await ledger.remainders(userId)).toEqual([
      { source: 'plan', plan: 'free', amount: 2, expiresAt: new Date('2026-12-08T00:00:00Z') },
    ]);
    time = new Date('2026-12-08T00:00:00Z');
    await ledger.balance(userId);
    await ledger.release(open);
    expect((await ledger.statementRows(userId)).slice(0, 3)).toMatchObject([
      { kind: 'grant', amount: 10, remaining: 10, balance: 10 },
      { kind: 'expire', change: -2, early: false, balance: 0 },
      { kind: 'order', state: 'returned', lost: 4, change: -4 },
    ]);
  });

  it('return nothing for unknown accounts and forget the owner of a closed one', async () => {
    const userId = randomUUID();
    expect(await ledger.balance(userId)).toEqual({ available: 0, held: 0, total: 0, owed: 0, frozen: false });
    await ledger.give({ userId, source: 'operator', ref: randomUUID(), amount: 5, expiresAt: new Date('2027-02-01') });
    await ledger.closeAccount(userId);
    expect(await ledger.balance(userId)).toMatchObject({ available: 0, total: 0 });
    expect(await ledger.statement(userId)).toEqual([]);
    const columns = await database.query(`
      select table_name, column_name from information_schema.columns where table_schema = 'credits' and data_type = 'text'`);
    for (const { table_name: table, column_name: column } of columns) {
      const found = await database.query(
        `select from credits.${String(table)} where ${String(column)}::text like '%' || $1 || '%'`,
        [userId],
      );
      expect([table, column, found.length]).toEqual([table, column, 0]);
    }
  });
});

it('closes expired holds and grants on its own', async () => {
  const userId = randomUUID();
  time = new Date('2026-12-01T00:00:00Z');
  await ledger.give({ userId, source: 'operator', ref: randomUUID(), amount: 5, expiresAt: new Date('2026-12-02') });
  time = new Date('2026-12-02T00:00:00Z');
  await ledger.expire();
  expect(await ledger.statement(userId)).toMatchObject([{ kind: 'expire', available: -5, balance: 0 }, { kind: 'grant' }]);
});

it('joins a larger transaction or runs its own', async () => {
  const userId = randomUUID();
  time = new Date('2026-12-01T00:00:00Z');
  await ledger.give({ userId, source: 'operator', ref: randomUUID(), amount: 5, expiresAt: new Date('2026-12-02') });
  const work = database.transaction(async (sql) => {
    const inside = createLedger(sql, () => time);
    expect(
      await inside.reserve({ userId, key: 'k', request: '', purpose: 'images', amount: 9, milliseconds: 1000 }),
    ).toMatchObject({
      outcome: 'insufficient',
    });
    await inside.reserve({ userId, key: 'k', request: '', purpose: 'images', amount: 3, milliseconds: 1000 });
    throw new Error('the rest failed');
  });
  await expect(work).rejects.toThrow('the rest failed');
  expect(await ledger.balance(userId)).toMatchObject({ available: 5, held: 0 });
});

describe('free credits', () => {
  const START = new Date('2027-03-01T00:00:00Z');
  const after = (days: number): Date => new Date(START.getTime() + days * 86_400_000);
  const free = (userId: string, addressKey: string, at: Date) => {
    time = at;
    return ledger.entitleFree({ userId, addressKey, credits: 10, cycle: { days: 30 }, startsAt: at });
  };
  const available = async (userId: string): Promise<number> => (await ledger.balance(userId)).available;

  it('come back with the next cycle after an account was deleted and made again, however often', async () => {
    const [first, second, third, key] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    expect(await free(first, key, START)).toBe('added');
    expect(await available(first)).toBe(10);
    time = after(1);
    await ledger.closeAccount(first, key);
    expect(await free(second, key, after(1))).toBe('added');
    expect(await ledger.balance(second)).toMatchObject({ available: 0, resetsAt: after(30) });
    await ledger.closeAccount(second, key);
    expect(await free(third, key, after(2))).toBe('added');
    expect(await available(third)).toBe(0);
    time = after(30);
    expect(await ledger.balance(third)).toMatchObject({ available: 10, plan: 'free', resetsAt: after(60) });
  });

  it('start at once after the last cycle of the deleted account', async () => {
    const [first, second, key] = [randomUUID(), randomUUID(), randomUUID()];
    await free(first, key, START);
    await ledger.closeAccount(first, key);
    await free(second, key, after(31));
    expect(await available(second)).toBe(10);
  });

  it('belong to one of several accounts of an address', async () => {
    const [first, second, key] = [randomUUID(), randomUUID(), randomUUID()];
    await free(first, key, START);
    expect(await free(second, key, START)).toBe('claimed');
    expect(await available(second)).toBe(0);
    expect(await free(first, key, START)).toBe('known');
    await ledger.closeAccount(second, key);
    expect(await free(randomUUID(), key, START)).toBe('claimed');
  });

  it('follow an account to its new address and leave the old one when the cycle ends', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const [old, next] = [randomUUID(), randomUUID()];
    await free(first, old, START);
    expect(await free(first, next, after(1))).toBe('known');
    await free(second, old, after(1));
    expect(await available(second)).toBe(0);
    // An address that already belongs to another account does not set the old one free.
    expect(await free(second, next, after(2))).toBe('known');
    expect(await free(third, old, after(2))).toBe('claimed');
  });

  it('are not granted for a year to the address of a frozen account', async () => {
    const [first, second, key] = [randomUUID(), randomUUID(), randomUUID()];
    await free(first, key, START);
    await ledger.setFrozen(first, true);
    await ledger.closeAccount(first, key);
    await free(second, key, after(40));
    expect(await ledger.balance(second)).toMatchObject({ available: 0, resetsAt: after(365) });
  });

  it('of an account older than the claims count for its address when it is deleted', async () => {
    const [first, second, key] = [randomUUID(), randomUUID(), randomUUID()];
    time = START;
    await ledger.entitle({ userId: first, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt: START });
    await ledger.closeAccount(first, key);
    await free(second, key, after(1));
    expect(await available(second)).toBe(0);
  });

  it('forget an address when its time is over', async () => {
    const [first, key] = [randomUUID(), randomUUID()];
    await free(first, key, START);
    await ledger.closeAccount(first, key);
    const kept = async () => (await database.query('select from credits.free_claims where key = $1', [key])).length;
    await ledger.forgetAddresses();
    expect(await kept()).toBe(1);
    time = after(30);
    await ledger.forgetAddresses();
    expect(await kept()).toBe(0);
  });
});
