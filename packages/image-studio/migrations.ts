import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** The tables of the image studio. */
export const STUDIO_MIGRATIONS: Migrations = { name: 'studio', folder: path.join(import.meta.dirname, 'migrations') };
