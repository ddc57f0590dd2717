import type { TestProject } from 'vitest/node';
import { startAttacked } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that families share, without a trailing slash. */
    readonly attackedUrl: string;
  }
}

/** Starts one server for every family that needs no settings of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startAttacked();
  project.provide('attackedUrl', server.baseUrl);
  return () => server.close();
}
