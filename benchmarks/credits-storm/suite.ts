import path from 'node:path';
import { createLedger } from '@bakkum/credits/ledger';
import { runLoadTest } from '@bakkum/credits/load-test';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { openDatabase } from '@bakkum/database/open-database';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';

const STORM_MS = 60_000;
const WRITERS = 12;

/** Runs random commands on few accounts for a minute, once; afterwards the books must balance. */
export const suite: Suite = {
  title: 'Credits: a storm of writers',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const database = await openDatabase({
      folder: path.join(folder, 'database'),
      migrations: [CREDITS_MIGRATIONS],
      poolSize: WRITERS,
    });
    try {
      say(`${WRITERS} writers for ${STORM_MS / 1000} s …`);
      const { commands } = await runLoadTest(database, { writers: WRITERS, milliseconds: STORM_MS, seed: Date.now() });
      const violations = await createLedger(database).violations();
      if (violations.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(violations)}`);
      const [counts] = await database.query(
        'select (select count(*) from credits.transactions) as transactions, (select count(*) from credits.movements) as movements',
      );
      const rows = [[String(WRITERS), String(commands), String(counts?.['transactions']), String(counts?.['movements']), '0']];
      return `${machine}\n${table(['writers', 'commands', 'transactions', 'movements', 'violations'], rows)}`;
    } finally {
      await database.close();
    }
  },
};
