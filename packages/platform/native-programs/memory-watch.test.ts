import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { watchMemory } from './memory-watch.ts';

describe.runIf(existsSync('/proc'))('the memory of a process', () => {
  it('above its limit is reported once', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const ended = once(child, 'exit');
    let reports = 0;
    await new Promise<void>((resolve) => {
      watchMemory(child.pid, {
        mostBytes: 1,
        onTooMuch: () => {
          reports += 1;
          resolve();
        },
      });
    });
    child.stdin.end();
    await ended;
    expect(reports).toBe(1);
  });
});
