import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import type { Database } from '@bakkum/database/database';
import { openDatabase } from '@bakkum/database/open-database';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';

const ROUND_MS = 3000;
const USERS = [1, 10, 50] as const;
/** Number of concurrent requests, spread over the users. */
const CALLERS = 32;
const POOL_SIZE = 16;

/** Measures pairs of reserve and settle per second on the database as shipped: every commit is on disk before it counts. */
export const suite: Suite = {
  title: 'Credits: reserve and settle',
  async run({ folder, rounds, isAsked, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const database = await openDatabase({
      folder: path.join(folder, 'database'),
      migrations: [CREDITS_MIGRATIONS],
      poolSize: POOL_SIZE,
    });
    try {
      const asked = USERS.filter((users) => isAsked(`${users} users`));
      const pace = new Map<number, number[]>(asked.map((users) => [users, []]));
      for (let round = 0; round < rounds; round++) {
        for (const users of asked) {
          const each = await measure(database, users);
          pace.get(users)?.push(each);
          say(`round ${round + 1}: ${users} users, ${Math.round(each)} pairs a second`);
        }
      }
      const rows = [...pace].map(([users, figures]) => [
        String(users),
        String(Math.round(median(figures))),
        String(Math.round(Math.min(...figures))),
      ]);
      const violations = await createLedger(database).violations();
      if (violations.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(violations)}`);
      return `${machine}\n${CALLERS} concurrent callers, ${POOL_SIZE} connections, ${ROUND_MS / 1000} s per round; no invariant was violated.\n\n${table(['users', 'pairs per second, median', 'slowest round'], rows)}`;
    } finally {
      await database.close();
    }
  },
};

async function measure(database: Database, users: number): Promise<number> {
  const ledger = createLedger(database);
  const ids = Array.from({ length: users }, () => randomUUID());
  for (const userId of ids) {
    await ledger.entitle({ userId, plan: 'bench', credits: 1_000_000, cycle: { months: 1 }, startsAt: new Date() });
  }
  const beganAt = performance.now();
  let pairs = 0;
  const call = async (own: number): Promise<void> => {
    for (let turn = own; performance.now() - beganAt < ROUND_MS; turn++) {
      await pair(ledger, ids[turn % users] ?? '');
      pairs += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, own) => call(own)));
  return (pairs * 1000) / (performance.now() - beganAt);
}

async function pair(ledger: Ledger, userId: string): Promise<void> {
  const answer = await ledger.reserve({
    userId,
    key: randomUUID(),
    request: '',
    purpose: 'images',
    amount: 2,
    milliseconds: 60_000,
  });
  if (!('holdId' in answer)) throw new Error(`A reserve was refused: ${answer.outcome}`);
  await ledger.settle(answer.holdId, 1);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
