import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPostgres } from '@bakkum/database/embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run is, or shall be: the first test that needs one starts it. */
    readonly postgresFolder: string;
    /** Where processes of this run build the page that `*.browser.test.ts` convert on, each in a folder of its own. */
    readonly harnessFolder: string;
  }
}

/** Gives every run its folders, and stops its PostgreSQL at the end. */
export default function setup(project: TestProject): () => Promise<void> {
  const folderFor = (what: string): string => mkdtempSync(path.join(tmpdir(), `bakkum-${what}-`));
  const [postgres, harness] = [folderFor('postgres'), folderFor('harness')];
  project.provide('postgresFolder', postgres);
  project.provide('harnessFolder', harness);
  return async () => {
    await stopPostgres(postgres);
    for (const folder of [postgres, harness]) rmSync(folder, { recursive: true, force: true });
  };
}
