import type { Row, Sql } from './sql.ts';

/** Where the data is stored: in the operator's PostgreSQL, in the one we start, or in the in-process fallback. */
export type DatabaseKind = 'external' | 'embedded' | 'in-process';

/** Rows of a statement, and how many rows it changed, removed or read. */
export type Executed = { readonly rows: readonly Row[]; readonly affectedRows: number };

/** Durability of a write. */
export type Keeping = {
  /**
   * False returns before the write is on disk: it is visible at once, but the last 0.6 s or so are lost, in write order, if the
   * database machine crashes. For writes that are repeated automatically. Default true.
   */
  readonly safely?: boolean;
};

/** Receives the notifications of a channel. */
export type Listener = {
  /** Called with the payload of each notification. */
  readonly onMessage: (payload: string) => void;
  /** Called when notifications start arriving: at first, and after each interruption, whose notifications are lost. */
  readonly onConnected: () => void;
  /** Called when the connection was lost or could not be opened; it is retried. */
  readonly onLost: (error: Error) => void;
};

export type Subscription = {
  /** Drops the connection and opens a new one. Does nothing while a connection attempt is pending. */
  reconnect(): void;
  close(): Promise<void>;
};

/** An open database with its migrations applied. */
export type Database = Sql & {
  readonly kind: DatabaseKind;
  /**
   * Runs `work` in one transaction (READ COMMITTED) and rolls back when it throws. Inside, use only the given `Sql`: the database
   * itself is another connection, which deadlocks on the in-process kind.
   * @throws MayBeCommitted if the commit got no answer; every other error means that nothing was committed
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>, keeping?: Keeping): Promise<Result>;
  /**
   * For libraries with their own statements: without values, the text may hold several statements, whose rows are joined. Never
   * prepared, so any number of different texts is fine.
   */
  run(text: string, values?: readonly unknown[], keeping?: Keeping): Promise<readonly Row[]>;
  /** Runs one statement of a query builder. Never prepared, because its text varies with the number of values. */
  execute(text: string, values: readonly unknown[]): Promise<Executed>;
  /** Listens to a NOTIFY channel on a dedicated connection. Close it before the database. */
  listen(channel: string, listener: Listener): Subscription;
  /** Closes every connection. Also stops the embedded server, unless another process still uses it. */
  close(): Promise<void>;
};

/** The database cannot be opened; the message tells a person why and what to do. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The PostgreSQL from npm cannot be started by this user in this place; nothing was written. */
export class CannotRunHere extends DatabaseUnavailable {}
