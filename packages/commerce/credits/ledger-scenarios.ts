/**
 * The ledger's guarantees, each tested under real concurrency. ledger.test.ts runs them all; mutants.full.test.ts checks that they can
 * fail.
 */
import { randomUUID } from 'node:crypto';
import { sqlState } from '@bakkum/database/sql';
import { expect } from 'vitest';
import { freeReplaced, packAlone, packs, upgrade } from './pack-scenarios.ts';
import { countOf, held, MIDDLE, monthly, NEXT_CYCLE, request, type Scenario, START, times, userWith } from './scenario-tools.ts';

const overspending: Scenario = {
  name: '200 parallel reservations never exceed the balance',
  async run(books) {
    const { userId } = await userWith(books, 500);
    const answers = await times(200, () => books.ledger.reserve(request(userId, 7)));
    expect(countOf(answers, 'held')).toBe(71);
    expect(countOf(answers, 'insufficient')).toBe(129);
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 3, held: 497, total: 500 });
  },
};

const oneKey: Scenario = {
  name: '30 callers with one key get one hold, and another request under that key is refused',
  async run(books) {
    const { userId } = await userWith(books, 100);
    const key = randomUUID();
    const answers = await times(30, () => books.ledger.reserve(request(userId, 10, { key })));
    expect(countOf(answers, 'held')).toBe(1);
    expect(countOf(answers, 'known')).toBe(29);
    expect(new Set(answers.map((answer) => 'holdId' in answer && answer.holdId)).size).toBe(1);
    expect(await books.ledger.reserve(request(userId, 10, { key, request: 'other' }))).toMatchObject({ outcome: 'conflict' });
    expect(await books.ledger.reserve(request(userId, 11, { key, request: '10' }))).toMatchObject({ outcome: 'conflict' });
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 90, held: 10 });
  },
};

const onePayment: Scenario = {
  name: 'a payment reported 25 times grants once, and the reference of another is refused',
  async run({ ledger, travel }) {
    travel(MIDDLE);
    const entitlement = monthly(randomUUID());
    const answers = await times(25, () => ledger.entitle(entitlement));
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
    expect(await ledger.entitle({ ...entitlement, userId: randomUUID() })).toBe('conflict');
    expect(await ledger.balance(entitlement.userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
  },
};

const oneGift: Scenario = {
  name: 'a gift given 25 times counts once',
  async run({ ledger, travel }) {
    travel(MIDDLE);
    const gift = {
      userId: randomUUID(),
      source: 'goodwill',
      ref: randomUUID(),
      amount: 20,
      expiresAt: new Date(NEXT_CYCLE),
    } as const;
    const answers = await times(25, () => ledger.give(gift));
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
    expect(await ledger.give({ ...gift, amount: 21 })).toBe('conflict');
    expect(await ledger.balance(gift.userId)).toMatchObject({ available: 20, total: 20 });
    const contested = { ...gift, ref: randomUUID() };
    const rivals = await times(10, () => ledger.give({ ...contested, userId: randomUUID() }));
    expect(rivals.toSorted()).toEqual(['added', ...Array.from({ length: 9 }, () => 'conflict')]);
  },
};

const settleRace: Scenario = {
  name: 'exactly one of a simultaneous settle and release wins',
  async run(books) {
    const { userId } = await userWith(books, 100);
    for (let round = 0; round < 10; round++) {
      const hold = await held(books, userId, 10);
      const { ledger } = books;
      const answers = await Promise.all([
        ledger.settle(hold, 10),
        ledger.release(hold),
        ledger.settle(hold, 10),
        ledger.release(hold),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'known')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'closed')).toHaveLength(2);
    }
  },
};

const partial: Scenario = {
  name: 'settling a part returns the rest, and settling again is a replay',
  async run(books) {
    const { userId } = await userWith(books, 100);
    const hold = await held(books, userId, 40);
    expect(await books.ledger.settle(hold, 30)).toBe('done');
    expect(await books.ledger.settle(hold, 30)).toBe('known');
    expect(await books.ledger.settle(hold, 5)).toBe('closed');
    expect(await books.ledger.settle(randomUUID(), 5)).toBe('unknown');
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 70, held: 0 });
    const other = await held(books, userId, 10);
    await expect(books.ledger.settle(other, 11)).rejects.toThrow('cannot cost 11');
    await expect(books.ledger.settle(other, -1)).rejects.toThrow('cannot cost -1');
    await expect(books.ledger.reserve(request(userId, -5))).rejects.toThrow('positive amount');
    await books.ledger.release(other);
  },
};

const lazyExpiry: Scenario = {
  name: 'expired credits cannot be spent even before a timer runs',
  async run(books) {
    const userId = randomUUID();
    books.travel(MIDDLE);
    const expiresAt = new Date('2026-12-20T00:00:00Z');
    await books.ledger.give({ userId, source: 'promotion', ref: randomUUID(), amount: 50, expiresAt });
    books.travel('2026-12-20T00:00:00Z');
    expect(await books.ledger.reserve(request(userId, 1))).toEqual({ outcome: 'insufficient', available: 0 });
  },
};

const burnOrder: Scenario = {
  name: 'credits are spent by priority, then by expiry',
  async run(books) {
    const { userId, ref } = await userWith(books, 100);
    const gift = (amount: number, priority: number, expires: string) =>
      books.ledger.give({ userId, source: 'promotion', ref: randomUUID(), amount, priority, expiresAt: new Date(expires) });
    await gift(10, 10, '2027-06-01T00:00:00Z');
    await gift(20, 50, '2026-12-15T00:00:00Z');
    await books.ledger.settle(await held(books, userId, 35), 35);
    expect(await books.ledger.usage(ref)).toMatchObject([{ amount: 100, spent: 5, remaining: 95 }]);
  },
};

const reset: Scenario = {
  name: 'a cycle ends without rollover, and an older hold still settles without returning its rest',
  async run(books) {
    const { userId } = await userWith(books, 500);
    const [done, dropped] = [await held(books, userId, 50), await held(books, userId, 30)];
    books.travel('2027-01-01T00:00:01Z');
    expect(await books.ledger.balance(userId)).toMatchObject({
      available: 500,
      held: 80,
      total: 500,
      resetsAt: new Date('2027-02-01T00:00:00Z'),
    });
    expect(await books.ledger.settle(done, 50)).toBe('done');
    expect(await books.ledger.release(dropped)).toBe('done');
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 500, held: 0, total: 500 });
  },
};

const resetRace: Scenario = {
  name: 'a reset among 60 reservations neither loses nor invents credits',
  async run(books) {
    const { userId } = await userWith(books, 300);
    const after = new Date('2027-01-01T00:00:01Z');
    const resetNow = () => books.database.query('select credits.balance($1, $2)', [userId, after]);
    const [answers] = await Promise.all([times(60, () => books.ledger.reserve(request(userId, 5))), times(5, resetNow)]);
    const fromOld = countOf(answers, 'held');
    expect(fromOld + countOf(answers, 'insufficient')).toBe(60);
    books.travel('2027-01-01T00:00:02Z');
    const { available, held: aside } = await books.ledger.balance(userId);
    // Reservations after the reset use the new cycle, the others the old one.
    expect(aside).toBe(5 * fromOld);
    expect(available).toBeLessThanOrEqual(300);
    expect(available).toBeGreaterThanOrEqual(300 - 5 * fromOld);
  },
};

const cycles: Scenario = {
  name: 'cycles follow the calendar without extra ones, and the last ends with the plan',
  async run({ ledger, travel }) {
    const userId = randomUUID();
    travel('2026-01-31T00:00:00Z');
    const startsAt = new Date('2026-01-31T00:00:00Z');
    const endsAt = new Date('2026-12-15T00:00:00Z');
    await ledger.entitle(monthly(userId, { plan: 'annual', startsAt, endsAt }));
    const resetsAt = async (at: string) => {
      travel(at);
      return (await ledger.balance(userId)).resetsAt?.toISOString();
    };
    expect(await resetsAt('2026-02-01T00:00:00Z')).toBe('2026-02-28T00:00:00.000Z');
    expect(await resetsAt('2026-02-28T00:00:00Z')).toBe('2026-03-31T00:00:00.000Z');
    expect(await resetsAt('2026-12-01T00:00:00Z')).toBe('2026-12-15T00:00:00.000Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
    expect(await resetsAt('2026-12-15T00:00:00Z')).toBeUndefined();
    expect(await ledger.balance(userId)).toMatchObject({ available: 0, total: 0 });
  },
};

const freePlan: Scenario = {
  name: 'the free plan gives 10 every 30 days and is suspended while a paid one is active',
  async run({ ledger, travel }) {
    const userId = randomUUID();
    const startsAt = new Date('2026-10-01T12:00:00Z');
    travel('2026-10-01T12:00:00Z');
    const free = { userId, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt };
    expect(await times(10, () => ledger.entitle(free))).toContain('added');
    expect(await ledger.balance(userId)).toMatchObject({
      available: 10,
      plan: 'free',
      resetsAt: new Date('2026-10-31T12:00:00Z'),
    });
    travel('2026-12-05T00:00:00Z');
    await ledger.entitle(monthly(userId, { endsAt: new Date(NEXT_CYCLE) }));
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
    travel('2027-01-02T00:00:00Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 10, total: 10, plan: 'free' });
  },
};

const refund: Scenario = {
  name: 'a refund takes back the rest once, even from open work, leaves no debt and resumes the free plan',
  async run(books) {
    const { userId, ref } = await userWith(books, 500);
    await books.ledger.settle(await held(books, userId, 100), 100);
    const open = await held(books, userId, 50);
    await books.ledger.entitle({ userId, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt: new Date(START) });
    const answers = await times(8, () => books.ledger.revoke({ ref, owing: false, freeze: false }));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await books.ledger.revoke({ ref: 'paypal:none', owing: false, freeze: false })).toBe('unknown');
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 10, held: 50, owed: 0, total: 10, plan: 'free' });
    await books.ledger.release(open);
    books.travel('2027-01-05T00:00:00Z');
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 10, held: 0, total: 10 });
  },
};

const dispute: Scenario = {
  name: 'a dispute freezes the account and records past and later spending as owed, even months later',
  async run(books) {
    const { userId, ref } = await userWith(books, 500);
    await books.ledger.settle(await held(books, userId, 60), 60);
    const open = await held(books, userId, 40);
    books.travel('2027-04-01T00:00:00Z');
    await books.ledger.revoke({ ref, owing: true, freeze: true });
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 0, held: 40, owed: 60, frozen: true });
    expect(await books.ledger.reserve(request(userId, 1))).toMatchObject({ outcome: 'frozen' });
    await books.ledger.settle(open, 25);
    expect(await books.ledger.balance(userId)).toMatchObject({ held: 0, owed: 85 });
    await books.ledger.setFrozen(userId, false);
    expect(await books.ledger.reserve(request(userId, 1))).toMatchObject({ outcome: 'insufficient' });
  },
};

const sweepers: Scenario = {
  name: 'several sweepers release expired holds once',
  async run(books) {
    const { userId } = await userWith(books, 100);
    await times(10, () => books.ledger.reserve(request(userId, 10, { milliseconds: 1000 })));
    expect(await books.ledger.sweep()).toBe(0);
    books.travel('2026-12-10T00:00:01Z');
    const counts = await times(3, () => books.ledger.sweep());
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 100, held: 0 });
  },
};

const lateWorker: Scenario = {
  name: 'settling after the sweeper reports a closed hold',
  async run(books) {
    const { userId } = await userWith(books, 100);
    const hold = await held(books, userId, 10);
    books.travel('2026-12-10T02:00:00Z');
    await books.ledger.sweep(1000);
    expect(await books.ledger.settle(hold, 10)).toBe('closed');
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 100 });
  },
};

const appendOnly: Scenario = {
  name: 'entries cannot be changed, deleted or truncated',
  async run({ database, ledger, travel }) {
    travel(MIDDLE);
    const userId = randomUUID();
    await ledger.give({ userId, source: 'operator', ref: randomUUID(), amount: 5, expiresAt: new Date(NEXT_CYCLE) });
    const attempts = [
      'update credits.movements set amount = amount + 1',
      'delete from credits.movements',
      'truncate credits.movements',
      "update credits.transactions set kind = 'settle'",
      'delete from credits.transactions',
      'truncate credits.transactions cascade',
      'update credits.grants set amount = amount + 1, remaining = remaining + 1',
      "update credits.grants set expires_at = expires_at + interval '1 day'",
      'delete from credits.grants',
    ];
    for (const attempt of attempts) {
      const refused = await database.query(attempt).catch((error: unknown) => sqlState(error));
      expect([attempt, refused]).toEqual([attempt, 'CR001']);
    }
    const below = database.query('update credits.accounts set available = -1 where user_id = $1', [userId]);
    await expect(below).rejects.toThrow('check constraint');
  },
};

const brokenOff: Scenario = {
  name: 'an aborted transaction leaves nothing',
  async run(books) {
    const { userId } = await userWith(books, 100);
    const cut = books.database.transaction(async (sql) => {
      const values = [userId, randomUUID(), 'key', 'hash', 'images', 60, '1 hour', new Date(MIDDLE)];
      await sql.query('select credits.reserve($1, $2, $3, $4, $5, $6, $7, $8)', values);
      await sql.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(cut).rejects.toThrow(/terminat/i);
    expect(await books.ledger.balance(userId)).toMatchObject({ available: 100, held: 0 });
  },
};

export const SCENARIOS = {
  packs,
  packAlone,
  freeReplaced,
  upgrade,
  overspending,
  oneKey,
  onePayment,
  oneGift,
  settleRace,
  partial,
  lazyExpiry,
  burnOrder,
  reset,
  resetRace,
  cycles,
  freePlan,
  refund,
  dispute,
  sweepers,
  lateWorker,
  appendOnly,
  brokenOff,
} as const;
