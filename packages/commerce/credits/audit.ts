import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Ledger, Violation } from './ledger.ts';

/** Result of checking the whole ledger. */
export type Audit = { readonly at: Date; readonly violations: readonly Violation[] };

const row = z.object({ at: z.date(), violations: z.array(z.object({ what: z.string(), ref: z.string() })) });

/** Checks the whole ledger and stores the result for every process of the site. */
export async function auditBooks(sql: Sql, ledger: Pick<Ledger, 'violations'>, at = new Date()): Promise<Audit> {
  const violations = await ledger.violations();
  await sql.query(
    `insert into credits.audit (at, violations) values ($1, $2)
     on conflict (only_one) do update set at = excluded.at, violations = excluded.violations where credits.audit.at < excluded.at`,
    [at, JSON.stringify(violations)],
  );
  return { at, violations };
}

/** The latest audit; undefined before the first. */
export async function latestAudit(sql: Sql): Promise<Audit | undefined> {
  const [found] = await sql.query('select at, violations from credits.audit');
  return found && row.parse(found);
}
