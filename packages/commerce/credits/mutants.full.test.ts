/** Removes one safeguard from the ledger at a time and expects the test of its guarantee to fail. This checks the tests. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@bakkum/database/test-database';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createLedger } from './ledger.ts';
import { SCENARIOS } from './ledger-scenarios.ts';
import { CREDITS_MIGRATIONS } from './migrations.ts';

const ORIGINALS = new Map(
  readdirSync(CREDITS_MIGRATIONS.folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => [file, readFileSync(path.join(CREDITS_MIGRATIONS.folder, file), 'utf8')]),
);
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-mutants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A race can succeed by chance, often on a busy machine; one that succeeds this many times is safe. */
const MAX_ROUNDS = 200;
const ROUNDS_UNCHANGED = 5;

type Mutant = {
  readonly without: string;
  readonly find: string;
  readonly put: string;
  /** The guarantee that breaks without it. */
  readonly breaks: keyof typeof SCENARIOS;
};

const MUTANTS: readonly Mutant[] = [
  { without: 'the lock of the account', find: ' for update', put: '', breaks: 'overspending' },
  { without: 'the lock of the account, in a settle race', find: ' for update', put: '', breaks: 'settleRace' },
  {
    without: 'the lookup of a hold with that key',
    find: 'h.account_id = v_account.id and h.idempotency_key = p_key;\n  if found then',
    put: 'h.account_id = v_account.id and h.idempotency_key = p_key;\n  if false then',
    breaks: 'oneKey',
  },
  {
    without: 'the comparison of the request',
    find: 'v_hold.request_hash = p_hash and v_hold.amount = p_amount',
    put: 'true',
    breaks: 'oneKey',
  },
  {
    without: 'the comparison of an entitlement',
    find: 'v_known.account_id = v_account.id and v_known.plan = p_plan and v_known.credits = p_credits',
    put: 'true',
    breaks: 'onePayment',
  },
  {
    without: 'the comparison of a gift',
    find: 'v_known.account_id = v_account.id and v_known.amount = p_amount',
    put: 'true',
    breaks: 'oneGift',
  },
  {
    without: 'lazy expiry',
    find: '  perform credits.expire_due(p_account.id, p_now);\n  perform credits.open_cycles',
    put: '  perform credits.open_cycles',
    breaks: 'lazyExpiry',
  },
  {
    without: 'the check that a hold is still open',
    find: "if v_hold.status <> 'open' then",
    put: 'if false then',
    breaks: 'partial',
  },
  {
    without: 'the destination of a closed grant',
    find: "coalesce(g.closed_as, 'available') as home",
    put: "'available' as home",
    breaks: 'reset',
  },
  {
    without: 'the spending order',
    find: 'order by g.priority, g.expires_at, g.id',
    put: 'order by g.id',
    breaks: 'burnOrder',
  },
  { without: 'the frozen mark', find: 'if v_account.frozen_at is not null then', put: 'if false then', breaks: 'dispute' },
  { without: 'the debt for running work', find: 'if v_part.owing then', put: 'if false then', breaks: 'dispute' },
  {
    without: 'the end of a revoked entitlement',
    find: 'and revoked_at is null\n    order by',
    put: '\n    order by',
    breaks: 'refund',
  },
  {
    without: 'the suspension of the free plan',
    find: "continue when v_entitlement.plan = 'free' and v_paid;",
    put: '',
    breaks: 'freePlan',
  },
  {
    without: 'the exception of packs from plans',
    find: "v_paid or v_entitlement.plan not in ('free', 'pack')",
    put: "v_paid or v_entitlement.plan <> 'free'",
    breaks: 'packAlone',
  },
  { without: 'the exception of packs from the name of the plan', find: " and e.plan <> 'pack'", put: '', breaks: 'packs' },
  {
    without: 'the end of free credits',
    find: "if v_entitlement.plan = 'free' and v_paid then perform credits.end_free(v_entitlement.id, p_now); end if;",
    put: '',
    breaks: 'freeReplaced',
  },
  {
    without: 'the return of free credits after a refund',
    find: 'perform credits.restore_free(v_entitlement, v_ref, v_end, p_now);',
    put: 'null;',
    breaks: 'freeReplaced',
  },
  {
    without: 'the choice of the free credits that ended last',
    find: 'expires_at = p_end order by id desc limit 1',
    put: 'expires_at = p_end order by id limit 1',
    breaks: 'freeReplaced',
  },
  { without: 'the end of a superseded entitlement', find: ' and superseded_at is null\n', put: '\n', breaks: 'upgrade' },
  { without: 'the other name of the plan after an upgrade', find: ' and e.superseded_at is null', put: '', breaks: 'upgrade' },
  {
    without: 'the check that an upgraded plan was not taken back',
    find: "if v_entitlement.revoked_at is not null then return 'revoked'; end if;",
    put: '',
    breaks: 'upgrade',
  },
  {
    without: 'the limit of a cost',
    find: 'if p_committed < 0 or p_committed > v_hold.amount then',
    put: 'if false then',
    breaks: 'partial',
  },
  {
    without: 'the append-only trigger',
    find: "raise exception 'the ledger is append-only' using errcode = 'CR001';",
    put: 'return coalesce(new, old);',
    breaks: 'appendOnly',
  },
];

describe('without', () => {
  it.each(MUTANTS)('$without, a test fails: $breaks', async (mutant) => {
    expect([...ORIGINALS.values()].join('\n'), 'the text to take out').toContain(mutant.find);
    expect(await survives(mutant)).toBe(false);
  });

  it('no change, all scenarios pass', async () => {
    for (const breaks of new Set(MUTANTS.map((mutant) => mutant.breaks))) {
      expect([breaks, await survives({ without: 'nothing', find: '', put: '', breaks })]).toEqual([breaks, true]);
    }
  });
});

async function survives(mutant: Mutant): Promise<boolean> {
  const database = await createTestDatabase(inject('postgresFolder'), [migrationsOf(mutant)]);
  let time = new Date();
  const ledger = createLedger(database, () => time);
  const travel = (to: string): void => {
    time = new Date(to);
  };
  try {
    const rounds = mutant.find === '' ? ROUNDS_UNCHANGED : MAX_ROUNDS;
    for (let round = 0; round < rounds; round++) {
      await SCENARIOS[mutant.breaks].run({ database, ledger, travel });
      if ((await ledger.violations()).length > 0) return false;
    }
    return true;
  } catch {
    return false; // The scenario detected it.
  } finally {
    await database.close();
  }
}

function migrationsOf({ find, put }: Mutant) {
  const place = mkdtempSync(path.join(folder, 'm-'));
  cpSync(CREDITS_MIGRATIONS.folder, place, { recursive: true });
  for (const [file, original] of ORIGINALS)
    writeFileSync(path.join(place, file), find === '' ? original : original.replaceAll(find, put));
  return { name: CREDITS_MIGRATIONS.name, folder: place };
}
