import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the accounts tables. */
export const ACCOUNTS_MIGRATIONS: Migrations = { name: 'accounts', folder: path.join(import.meta.dirname, 'migrations') };
