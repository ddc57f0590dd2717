import { onTestFinished } from 'vitest';
import { type Attacked, startAttacked } from './server.ts';

/** Starts a server that runs until the end of the current test. */
export async function startOwnServer(environment: Readonly<Record<string, string>> = {}): Promise<Attacked> {
  const server = await startAttacked(environment);
  onTestFinished(() => server.close());
  return server;
}
