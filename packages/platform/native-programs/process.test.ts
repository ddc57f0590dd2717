import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { endTree } from './process.ts';
import { descendantsOf, isAlive } from './process-facts.ts';

it.runIf(process.platform === 'linux')(
  'ends a process with all its descendants, including those in process groups of their own',
  async () => {
    const apart = `require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', apart], { detached: true, stdio: 'ignore' });
    const leader = child.pid ?? 0;
    await expect.poll(() => descendantsOf(leader)).toHaveLength(1);
    const below = endTree(leader);
    expect(below).toHaveLength(1);
    await expect.poll(() => [leader, ...below].some(isAlive)).toBe(false);
    await expect.poll(() => endTree(leader)).toEqual([]); // its threads end one by one
  },
);
