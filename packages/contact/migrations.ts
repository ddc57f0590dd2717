import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The table of messages to the operator. */
export const CONTACT_MIGRATIONS: Migrations = { name: 'contact', folder: path.join(import.meta.dirname, 'migrations') };
