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

/**
 * The connection broke during a commit, or work after a commit failed, so the transaction may be committed. Every other error of a
 * transaction means that it changed nothing.
 */
export class MayBeCommitted extends Error {
  override readonly name = 'MayBeCommitted';
}

/** PostgreSQL's codes have five characters and no class starting with E; `EPIPE` and the like come from the system. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** The SQLSTATE code of a database error ("23505"), also when a library wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code)) return error.code;
  return sqlState(error.cause);
}

/** Codes of a server that ends the connection. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const ENDING = /^(08|57P)/;

/** Whether the server reported an error of the statement and kept the connection. */
export function isStatementError(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !ENDING.test(state);
}

/** Error of a commit and of the work after it: the same if the server refused to commit, otherwise `MayBeCommitted`. */
export function errorOfCommit(error: unknown): unknown {
  return isStatementError(error) ? error : new MayBeCommitted('The transaction may be committed', { cause: error });
}
