import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of what readers think of articles. */
export const RATINGS_MIGRATIONS: Migrations = { name: 'ratings', folder: path.join(import.meta.dirname, 'migrations') };
