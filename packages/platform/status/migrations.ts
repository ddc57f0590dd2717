import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the probe and incident tables. */
export const STATUS_MIGRATIONS: Migrations = { name: 'status', folder: path.join(import.meta.dirname, 'migrations') };
