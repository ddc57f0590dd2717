import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPostgres } from '@bakkum/database/embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run's PostgreSQL, which the first test that needs it starts. */
    readonly postgresFolder: string;
    /** Folder in which processes of this run build the page for `*.browser.test.ts`, each in its own subfolder. */
    readonly harnessFolder: string;
  }
}

/** Creates the folders of a run, and stops its PostgreSQL at the end. */
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
