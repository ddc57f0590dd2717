import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { hasEmbeddedPostgres } from './embedded-postgres.ts';
import { openInProcess } from './in-process-database.ts';
import type { Migrations } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';

export type OpenOptions = {
  /** A PostgreSQL of the operator's, `postgres://user:password@host/name`. Without one we run our own. */
  readonly url?: string;
  /** Where our own keeps its data. */
  readonly folder: string;
  readonly migrations: readonly Migrations[];
  readonly poolSize?: number;
  /** Told when connections are lost; they are made anew by themselves. */
  readonly onLost?: (error: Error) => void;
};

/**
 * Opens the database: the operator's, else the PostgreSQL that npm brought, else the one in this process.
 * @throws DatabaseUnavailable, or the driver's error where the operator's database does not answer
 */
export async function openDatabase({ url, folder, ...rest }: OpenOptions): Promise<Database> {
  if (url) return openPostgres({ kind: 'external', connection: { connectionString: url }, ...rest });
  if (hasEmbeddedPostgres()) return openEmbeddedDatabase({ folder, ...rest });
  return openInProcess(folder, rest.migrations);
}
