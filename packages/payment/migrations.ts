import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of payments. They come after those of the ledger, which a view of theirs reads. */
export const PAYMENT_MIGRATIONS: Migrations = { name: 'payment', folder: path.join(import.meta.dirname, 'migrations') };
