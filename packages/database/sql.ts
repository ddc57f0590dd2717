/** One row as the driver gives it: column names to values. `bigint` arrives as a number, `timestamptz` as a Date. */
export type Row = Readonly<Record<string, unknown>>;

/** What can run a statement: the database itself, or one transaction of it. */
export type Sql = {
  /**
   * Runs one statement with `$1`, `$2` … as its values.
   * @throws Error of the driver; `sqlState` tells its code.
   */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Within a transaction: runs something once it is committed, and never when it is not. */
  readonly afterCommit?: (work: () => void) => void;
};

/** PostgreSQL has five characters, and no class that starts with E; `EPIPE` and the like are the system's. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** The SQLSTATE code of an error of the database ("23505"), also when a library wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code)) return error.code;
  return sqlState(error.cause);
}
