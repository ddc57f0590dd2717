import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of what is converted on the server. */
export const CONVERSIONS_MIGRATIONS: Migrations = { name: 'conversions', folder: path.join(import.meta.dirname, 'migrations') };
