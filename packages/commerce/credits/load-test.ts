import { randomUUID } from 'node:crypto';
import type { Database } from '@bakkum/database/database';
import { createLedger, type Ledger, type Reserved } from './ledger.ts';

export type Storm = {
  readonly writers: number;
  readonly milliseconds: number;
  /** The same seed makes the same requests; the database decides which of them coincide. */
  readonly seed: number;
};

const USERS = 5;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 11, 1);

/**
 * Runs concurrent writers that call every command of the ledger at random on a few accounts, while its clock passes through
 * cycles. Throws what a command throws; the caller then looks for violations. Returns the number of commands.
 */
export async function runLoadTest(database: Database, { writers, milliseconds, seed }: Storm): Promise<{ commands: number }> {
  const beganAt = Date.now();
  // One minute of the test covers two years.
  const clock = (): Date => new Date(START + (Date.now() - beganAt) * 12 * (DAY_MS / 1000));
  const ledger = createLedger(database, clock);
  const users = Array.from({ length: USERS }, () => randomUUID());
  const refs: string[] = [];
  for (const userId of users) await ledger.entitle({ userId, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt: clock() });
  const open: string[] = [];
  let commands = 0;
  const write = async (own: number): Promise<void> => {
    const random = randomFrom(seed * 1000 + own);
    while (Date.now() - beganAt < milliseconds) {
      await command({ ledger, random, users, refs, open, clock });
      commands += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, own) => write(own)));
  return { commands };
}

type Weather = {
  readonly ledger: Ledger;
  /** An integer from 0 up to, but not including, `below`. */
  readonly random: (below: number) => number;
  readonly users: readonly string[];
  readonly refs: string[];
  readonly open: string[];
  readonly clock: () => Date;
};

async function command(weather: Weather): Promise<unknown> {
  const { ledger, random, users, refs, open, clock } = weather;
  const userId = users[random(users.length)] ?? '';
  const dice = random(100);
  if (dice < 45) return keep(open, await reserve(weather, userId));
  if (dice < 75) return endOne(weather);
  if (dice < 82) {
    const expiresAt = new Date(clock().getTime() + (1 + random(40)) * DAY_MS);
    return ledger.give({
      userId,
      source: 'promotion',
      ref: `${random(500)}`,
      amount: 1 + random(50),
      priority: random(90),
      expiresAt,
    });
  }
  if (dice < 87) return ledger.balance(userId);
  if (dice < 91) return ledger.sweep(5);
  if (dice < 93) return ledger.expire(5);
  if (dice < 97) {
    const ref = `paypal:${randomUUID()}`;
    refs.push(ref);
    const endsAt = new Date(clock().getTime() + (10 + random(300)) * DAY_MS);
    if (random(3) === 0) {
      const days = 20 + random(100);
      const packEnds = new Date(clock().getTime() + days * DAY_MS);
      return ledger.entitle({ userId, plan: 'pack', ref, credits: 100, cycle: { days }, startsAt: clock(), endsAt: packEnds });
    }
    return ledger.entitle({ userId, plan: 'monthly', ref, credits: 500, cycle: { months: 1 }, startsAt: clock(), endsAt });
  }
  if (dice < 98) {
    const ref = refs[random(refs.length)];
    return ref && (random(2) === 0 ? ledger.supersede(ref) : ledger.resume(ref));
  }
  if (dice < 99) return ledger.setFrozen(userId, random(4) === 0);
  const [ref] = refs.splice(random(refs.length), 1);
  return ref && ledger.revoke({ ref, owing: random(2) === 0, freeze: random(4) === 0 });
}

function reserve({ ledger, random }: Weather, userId: string): Promise<Reserved> {
  const amount = 1 + random(40);
  // Few keys, so that some repeat.
  return ledger.reserve({
    userId,
    key: `${random(5000)}`,
    request: `${amount}`,
    purpose: 'images',
    amount,
    milliseconds: 1 + random(20) * DAY_MS,
  });
}

function keep(open: string[], answer: Reserved): void {
  if ('holdId' in answer) open.push(answer.holdId);
}

async function endOne({ ledger, random, open }: Weather): Promise<unknown> {
  const at = random(open.length);
  const holdId = open[at];
  if (!holdId) return undefined;
  // Some stay in the list and are ended twice.
  if (random(5) > 0) open.splice(at, 1);
  return random(3) === 0 ? ledger.release(holdId) : ledger.settle(holdId, 1);
}

/** Mulberry32: a small generator with the same results everywhere. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
