import type { TestProject } from 'vitest/node';
import { startAttacked } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that families share, without a trailing slash. */
    readonly attackedUrl: string;
  }
}

/** Starts one server for all families that need no special settings. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startAttacked();
  project.provide('attackedUrl', server.baseUrl);
  return () => server.close();
}
