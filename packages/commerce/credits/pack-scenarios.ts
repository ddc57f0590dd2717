/** The ledger's guarantees about packs, free credits when a paid plan starts, and upgrades. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Entitlement } from './ledger.ts';
import { held, MIDDLE, monthly, NEXT_CYCLE, type Scenario, START, times, userWith } from './scenario-tools.ts';

const YEAR_END = new Date('2027-12-10T00:00:00Z');

const pack = (userId: string, changes: Partial<Entitlement> = {}): Entitlement => ({
  userId,
  plan: 'pack',
  ref: `paypal:${randomUUID()}`,
  credits: 100,
  cycle: { days: 365 },
  startsAt: new Date(MIDDLE),
  endsAt: YEAR_END,
  ...changes,
});

const free = (userId: string): Entitlement => ({
  userId,
  plan: 'free',
  credits: 10,
  cycle: { days: 30 },
  startsAt: new Date(START),
});

export const packs: Scenario = {
  name: 'a pack starts at once, is spent after the cycle, outlives it, and names no plan',
  async run(books) {
    const { ledger, travel } = books;
    const { userId, ref } = await userWith(books, 50);
    const bought = pack(userId);
    const answers = await times(20, () => ledger.entitle(bought));
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
    expect(await ledger.balance(userId)).toMatchObject({
      available: 150,
      total: 150,
      plan: 'monthly',
      resetsAt: new Date(NEXT_CYCLE),
    });
    await ledger.settle(await held(books, userId, 60), 60);
    expect(await ledger.usage(ref)).toMatchObject([{ spent: 50, remaining: 0 }]);
    expect(await ledger.usage(bought.ref ?? '')).toMatchObject([{ spent: 10, remaining: 90 }]);
    travel('2027-01-02T00:00:00Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 140, total: 150, plan: 'monthly' });
    travel('2027-12-09T23:59:59Z');
    expect((await ledger.usage(bought.ref ?? ''))[0]).toMatchObject({ remaining: 90 });
    travel(YEAR_END.toISOString());
    expect(await ledger.balance(userId)).toMatchObject({ available: 50, total: 50 });
    expect(await ledger.usage(bought.ref ?? '')).toHaveLength(1);
  },
};

export const packAlone: Scenario = {
  name: 'a pack does not affect the free plan, is revoked once, and is owed after a dispute',
  async run(books) {
    const { ledger, travel } = books;
    const userId = randomUUID();
    travel(MIDDLE);
    await ledger.entitle(free(userId));
    const bought = pack(userId);
    await ledger.entitle(bought);
    expect(await ledger.balance(userId)).toMatchObject({ available: 110, plan: 'free' });
    await ledger.settle(await held(books, userId, 25), 25);
    travel('2027-01-05T00:00:00Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 95, plan: 'free' });
    const revocation = { ref: bought.ref ?? '', owing: true, freeze: false };
    const answers = await times(8, () => ledger.revoke(revocation));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await ledger.balance(userId)).toMatchObject({ available: 10, owed: 15, plan: 'free' });
  },
};

export const freeReplaced: Scenario = {
  name: 'a paid plan ends open free credits, and its refund brings unspent ones back until their expiry',
  async run(books) {
    const { ledger, travel } = books;
    const userId = randomUUID();
    travel(MIDDLE);
    await ledger.entitle(free(userId));
    await ledger.settle(await held(books, userId, 3), 3);
    const plan = monthly(userId, { startsAt: new Date(MIDDLE), endsAt: new Date('2027-01-09T00:00:00Z') });
    const answers = await times(10, () => ledger.entitle(plan));
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
    await times(5, () => ledger.revoke({ ref: plan.ref ?? '', owing: false, freeze: false }));
    const resetsAt = new Date('2026-12-31T00:00:00Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 7, total: 7, plan: 'free', resetsAt });
    await ledger.settle(await held(books, userId, 2), 2);
    const again = monthly(userId, { startsAt: new Date(MIDDLE), endsAt: new Date('2027-01-09T00:00:00Z') });
    await ledger.entitle(again);
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
    await ledger.revoke({ ref: again.ref ?? '', owing: false, freeze: false });
    expect(await ledger.balance(userId)).toMatchObject({ available: 5, total: 5, plan: 'free' });
    travel(resetsAt.toISOString());
    expect(await ledger.balance(userId)).toMatchObject({ available: 10, total: 10, plan: 'free' });
  },
};

export const upgrade: Scenario = {
  name: 'an upgrade keeps credits left of the old plan until they expire, opens no further cycle of it, and can be undone',
  async run(books) {
    const { ledger, travel } = books;
    const userId = randomUUID();
    travel(START);
    const old = monthly(userId, { endsAt: new Date('2027-02-01T00:00:00Z') });
    await ledger.entitle(old);
    travel(MIDDLE);
    await ledger.settle(await held(books, userId, 100), 100);
    const next = monthly(userId, { plan: 'annual', startsAt: new Date(MIDDLE), endsAt: YEAR_END });
    const answers = await times(8, () => ledger.supersede(old.ref ?? ''));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    await ledger.entitle(next);
    expect(await ledger.balance(userId)).toMatchObject({
      available: 900,
      plan: 'annual',
      resetsAt: new Date('2027-01-10T00:00:00Z'),
    });
    travel('2027-01-02T00:00:00Z');
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, plan: 'annual' });
    await ledger.revoke({ ref: next.ref ?? '', owing: false, freeze: false });
    expect(await ledger.balance(userId)).toMatchObject({ available: 0 });
    const resumed = await times(8, () => ledger.resume(old.ref ?? ''));
    expect(resumed.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    await ledger.revoke({ ref: old.ref ?? '', owing: false, freeze: false });
    expect(await ledger.supersede(old.ref ?? '')).toBe('revoked');
    expect(await ledger.supersede('paypal:none')).toBe('unknown');
  },
};
