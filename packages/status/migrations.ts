import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of probes and incidents. */
export const STATUS_MIGRATIONS: Migrations = { name: 'status', folder: path.join(import.meta.dirname, 'migrations') };
