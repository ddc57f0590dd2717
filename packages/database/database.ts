import type { Row, Sql } from './sql.ts';

/** Where the rows are: a PostgreSQL of somebody else, the one we start, or the fallback inside this process. */
export type DatabaseKind = 'external' | 'embedded' | 'in-process';

/** What a statement answered, and how many rows it changed, removed or read. */
export type Executed = { readonly rows: readonly Row[]; readonly affectedRows: number };

/** How what is written is kept. */
export type Keeping = {
  /**
   * False answers before it is on disk: others see it at once, but the last of it, some 0.6 s, is lost if the machine of the database falls,
   * in the order it was written. For what is told again, or done again, by itself. Default true.
   */
  readonly safely?: boolean;
};

/** What receives the notifications of a channel. */
export type Listener = {
  /** Called with the payload of each notification. */
  readonly onMessage: (payload: string) => void;
  /** Called when notifications arrive from now on: at first, and after each interruption, whose notifications are lost. */
  readonly onConnected: () => void;
  /** Called when the connection was lost or could not be opened; it is tried again. */
  readonly onLost: (error: Error) => void;
};

export type Subscription = {
  /** Drops the connection and opens another one. Does nothing while one is being waited for. */
  reconnect(): void;
  close(): Promise<void>;
};

/** An open database, its migrations applied. */
export type Database = Sql & {
  readonly kind: DatabaseKind;
  /**
   * Runs `work` in one transaction (READ COMMITTED): all of it is kept, or nothing when it throws. Inside, use only the
   * `Sql` it is given: the database itself is another connection, and waits for ever on the in-process kind.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>, keeping?: Keeping): Promise<Result>;
  /**
   * For a library that brings statements of its own: without values it may be several at once, whose rows are joined.
   * Never prepared, so that any number of different texts may come.
   */
  run(text: string, values?: readonly unknown[], keeping?: Keeping): Promise<readonly Row[]>;
  /** Runs one statement of a query builder. Never prepared, as its texts vary with the number of values. */
  execute(text: string, values: readonly unknown[]): Promise<Executed>;
  /** Listens to a channel of NOTIFY, on a connection of its own. Close it before the database. */
  listen(channel: string, listener: Listener): Subscription;
  /** Ends every connection. The embedded server is stopped too, unless another process of ours still uses it. */
  close(): Promise<void>;
};

/** The database cannot be opened; the message says why and what to do, for a person. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The PostgreSQL from npm cannot be started by this user in this place; nothing was written. */
export class CannotRunHere extends DatabaseUnavailable {}
