import { CannotRunHere, type Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { hasEmbeddedData, hasEmbeddedPostgres } from './embedded-postgres.ts';
import { hasInProcessData, openInProcess } from './in-process-database.ts';
import type { Migrations } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';

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
 * @throws DatabaseUnavailable, or the driver's error if the operator's database does not answer
 */
export async function openDatabase({ url, folder, onFallback, ...rest }: OpenOptions): Promise<Database> {
  if (url) return openPostgres({ kind: 'external', connection: { connectionString: url }, ...rest });
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
