import { CannotRunHere, type Database, DatabaseUnavailable } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { hasEmbeddedData, hasEmbeddedPostgres } from './embedded-postgres.ts';
import { hasInProcessData, openInProcess } from './in-process-database.ts';
import type { Migrations } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import { ConnectionLost, sqlState } from './sql.ts';

export type OpenOptions = {
  /** The operator's PostgreSQL, `postgres://user:password@host/name`. Without it we run our own. */
  readonly url?: string;
  /** Data folder of our own PostgreSQL. */
  readonly folder: string;
  readonly migrations: readonly Migrations[];
  readonly poolSize?: number;
  /** Called when connections are lost; they are reopened automatically. */
  readonly onLost?: (error: Error) => void;
  /** Called with the reason why the PostgreSQL from npm is not used. */
  readonly onFallback?: (reason: string) => void;
};

/**
 * Opens the database: the operator's, else the PostgreSQL from npm, else the in-process one. Existing data in one of the latter
 * two decides between them.
 * @throws DatabaseUnavailable
 */
export async function openDatabase({ url, folder, onFallback, ...rest }: OpenOptions): Promise<Database> {
  if (url) return openExternal(url, rest);
  const fallBack = (reason: string): Promise<Database> => {
    onFallback?.(reason);
    return openInProcess(folder, rest.migrations);
  };
  if (hasInProcessData(folder)) return fallBack(`the data is in ${folder}/in-process`);
  if (!hasEmbeddedPostgres()) return fallBack('npm has no PostgreSQL for this system');
  try {
    return await openEmbeddedDatabase({ folder, ...rest });
  } catch (error) {
    if (!(error instanceof CannotRunHere) || hasEmbeddedData(folder)) throw error;
    return fallBack(error.message);
  }
}

/** Errors of PostgreSQL that the address causes: a wrong user or password, an unknown database. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const REFUSED = /^(28...|3D000|42501|57P03|53300)$/;

async function openExternal(url: string, rest: Omit<OpenOptions, 'url' | 'folder' | 'onFallback'>): Promise<Database> {
  try {
    return await openPostgres({ kind: 'external', connection: { connectionString: url }, ...rest });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new DatabaseUnavailable(`DATABASE_URL: cannot open the database at ${placeIn(url)}: ${reason}`, { cause: error });
  }
}

/** Why the database cannot be reached with this address; undefined for every other error. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ConnectionLost || error instanceof URIError) return error.message;
  // Node reports several failed addresses of one host together, without a message.
  if (error instanceof AggregateError) return error.errors.map((one) => reasonOf(one) ?? String(one)).join('; ');
  const state = sqlState(error);
  if (state !== undefined) return REFUSED.test(state) ? `${error.message} (${state})` : undefined;
  return 'syscall' in error || ('code' in error && error.code === 'ERR_INVALID_URL') ? error.message : undefined;
}

/** Host and name of the database, without user and password. */
function placeIn(url: string): string {
  const afterPassword = url.slice(url.lastIndexOf('@') + 1);
  const [address = '', query] = afterPassword
    .slice(afterPassword.indexOf('://') < 0 ? 0 : afterPassword.indexOf('://') + 3)
    .split('?');
  const [host, name = ''] = address.split('/');
  const place = host || new URLSearchParams(query).get('host') || 'localhost';
  return `${place}/${name}`;
}
