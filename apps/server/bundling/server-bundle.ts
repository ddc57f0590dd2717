import path from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { bundle } from './bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENTRIES = { main: 'apps/server/main.ts', admin: 'apps/server/admin.ts' };
/** Packages loaded at startup. Bundling them halves the time and memory of loading. */
const PACKAGES = [
  '@better-auth/kysely-adapter',
  '@hono/node-server',
  '@hono/zod-openapi',
  'better-auth',
  'busboy',
  'client-zip',
  'hono',
  'kysely',
  'nodemailer',
  'pg',
  'pg-boss',
  'zod',
];
/** Modules that conversion processes load together. Each file costs a new process about half a millisecond of processor time. */
const GROUPS = [
  { name: 'conversion', test: /[\\/]packages[\\/]core[\\/](conversion|bytes)[\\/]/ },
  { name: 'images', test: /[\\/]packages[\\/]media[\\/](raster|image-metadata)[\\/]/ },
];
/** Optional dependencies of those packages, loaded only if installed. */
const OPTIONAL = ['@electric-sql/pglite', '@opentelemetry/api', 'pg-native'];

/**
 * Bundles the server, the admin commands, and every thread and process they start, including engines.
 * @param folder folder in this repository that the bundle runs from
 * @param writeTo temporary output folder with the same parent
 */
export async function bundleServer(folder: string, writeTo = folder): Promise<RolldownOutput> {
  return bundle({ root: ROOT, folder, writeTo, entries: ENTRIES, packages: PACKAGES, optional: OPTIONAL, groups: GROUPS });
}
