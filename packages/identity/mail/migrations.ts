import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the outbox tables. */
export const MAIL_MIGRATIONS: Migrations = { name: 'mail', folder: path.join(import.meta.dirname, 'migrations') };
