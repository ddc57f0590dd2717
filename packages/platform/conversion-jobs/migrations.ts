import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the conversions tables. */
export const CONVERSIONS_MIGRATIONS: Migrations = { name: 'conversions', folder: path.join(import.meta.dirname, 'migrations') };
