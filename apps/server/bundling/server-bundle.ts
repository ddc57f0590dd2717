import path from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { bundle } from './bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENTRIES = { main: 'apps/server/main.ts', admin: 'apps/server/admin.ts' };
/** What the server loads when it starts. Bundled, it takes half the time and memory to load. */
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
/** What these load only where it is installed, or asked for. */
const OPTIONAL = ['@electric-sql/pglite', '@opentelemetry/api', 'pg-native'];

/**
 * Bundles the server, the operator's commands, and every thread and process they start, engines included.
 * @param folder where it will be run from, in this repository
 * @param writeTo where it is written until it is whole, in the same parent folder
 */
export async function bundleServer(folder: string, writeTo = folder): Promise<RolldownOutput> {
  return bundle({ root: ROOT, folder, writeTo, entries: ENTRIES, packages: PACKAGES, optional: OPTIONAL });
}
