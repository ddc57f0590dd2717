import path from 'node:path';
import type { Migrations } from '@bakkum/database/migrate';

/** Migrations of the image studio's tables. */
export const STUDIO_MIGRATIONS: Migrations = { name: 'studio', folder: path.join(import.meta.dirname, 'migrations') };
