import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of the ledger. */
export const CREDITS_MIGRATIONS: Migrations = { name: 'credits', folder: path.join(import.meta.dirname, 'migrations') };
