/** One row from the driver: column names to values. `bigint` arrives as a number, `timestamptz` as a Date. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements: the database itself, or one transaction of it. */
export type Sql = {
  /**
   * Runs one statement with `$1`, `$2` … as its values.
   * @throws the driver's Error; `sqlState` returns its code
   */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Inside a transaction: runs `work` after the commit, and never after a rollback. */
  readonly afterCommit?: (work: () => void) => void;
};

/** The connection to the database could not be opened, or broke. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** PostgreSQL's codes have five characters and no class starting with E; `EPIPE` and the like come from the system. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** The SQLSTATE code of a database error ("23505"), also when a library wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code)) return error.code;
  return sqlState(error.cause);
}
