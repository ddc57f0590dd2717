import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the contact tables. */
export const CONTACT_MIGRATIONS: Migrations = { name: 'contact', folder: path.join(import.meta.dirname, 'migrations') };
