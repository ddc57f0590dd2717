import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of visits. */
export const ANALYTICS_MIGRATIONS: Migrations = { name: 'analytics', folder: path.join(import.meta.dirname, 'migrations') };
