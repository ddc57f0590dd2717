import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'vitest';

/** Runs a step of a payment in another process (child.ts) and checks that it was killed. */
export async function killedIn(task: object): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'child.ts'), JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect({ signal, said: said.filter((line) => line.includes('Error')) }).toEqual({ signal: 'SIGKILL', said: [] });
}
