import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the payment tables. They run after those of the ledger, which one of their views reads. */
export const PAYMENT_MIGRATIONS: Migrations = { name: 'payment', folder: path.join(import.meta.dirname, 'migrations') };
