import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the article rating tables. */
export const RATINGS_MIGRATIONS: Migrations = { name: 'ratings', folder: path.join(import.meta.dirname, 'migrations') };
