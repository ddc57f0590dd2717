/** Counts what the processes of a site ask their database. */
import type { Database } from '@bakkum/database/database';

export type StatementCount = {
  readonly text: string;
  readonly calls: number;
  /** Milliseconds of all calls together. */
  readonly ms: number;
};

/** Statements that are listed. */
const LISTED = 12;

/** Forgets the statements so far. The server needs `shared_preload_libraries=pg_stat_statements`. */
export async function resetStatements(database: Database): Promise<void> {
  await database.query('create extension if not exists pg_stat_statements');
  await database.query('select pg_stat_statements_reset()');
}

/** The most frequent statements since the last reset. */
export async function countStatements(database: Database): Promise<readonly StatementCount[]> {
  const rows = await database.query(
    'select query, sum(calls)::float8 as calls, sum(total_exec_time)::float8 as ms from pg_stat_statements group by 1 order by 2 desc limit $1',
    [LISTED],
  );
  return rows.map(({ query, calls, ms }) => ({
    text: String(query).replace(/\s+/g, ' ').trim(),
    calls: Number(calls),
    ms: Number(ms),
  }));
}
