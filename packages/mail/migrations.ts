import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of the outbox. */
export const MAIL_MIGRATIONS: Migrations = { name: 'mail', folder: path.join(import.meta.dirname, 'migrations') };
