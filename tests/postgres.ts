import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPostgres } from '@bakkum/database/embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run is, or shall be: the first test that needs one starts it. */
    readonly postgresFolder: string;
  }
}

/** Gives every run a folder for its PostgreSQL, and stops it at the end. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-postgres-'));
  project.provide('postgresFolder', folder);
  return async () => {
    await stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
