import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the ledger's tables. */
export const CREDITS_MIGRATIONS: Migrations = { name: 'credits', folder: path.join(import.meta.dirname, 'migrations') };
