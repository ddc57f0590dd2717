import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the analytics tables. */
export const ANALYTICS_MIGRATIONS: Migrations = { name: 'analytics', folder: path.join(import.meta.dirname, 'migrations') };
