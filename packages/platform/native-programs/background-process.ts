import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@bakkum/conversion/errors';
import type { BackgroundProgram } from '@bakkum/conversion/installed-programs';
import { type Command, endGroup, MAX_OUTPUT_BYTES } from './process.ts';

const OUTPUT = 'output.log';

/**
 * Starts a program as its own process group, which runs until it is ended. Its output goes to a file, because the output of a job
 * must be complete as soon as another program reports the end of that job.
 */
export function startInBackground(command: Pick<Command, 'line' | 'folder' | 'environment' | 'onGroup'>): BackgroundProgram {
  const { folder, environment, onGroup } = command;
  const [program, ...args] = command.line;
  const output = path.join(folder, OUTPUT);
  const descriptor = openSync(output, 'a', 0o600);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment },
    shell: false,
    detached: true,
    // All its processes hold the last pipe, so that `close` comes when all of them have ended.
    stdio: ['ignore', descriptor, 'pipe'],
  });
  closeSync(descriptor);
  const group = child.pid;
  let isRunning = group !== undefined;
  if (group !== undefined) onGroup?.(group, true);
  child.stderr?.resume();
  child.once('error', () => undefined); // it did not start, which `isRunning` says
  child.once('exit', () => {
    isRunning = false;
    if (group !== undefined) endGroup(group); // ends remaining processes
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => {
      if (group !== undefined) onGroup?.(group, false);
      resolve();
    });
  });
  return {
    get isRunning() {
      return isRunning;
    },
    async takeOutput() {
      if ((await stat(output)).size > MAX_OUTPUT_BYTES) throw new ConversionError('too-large', 'printed too much');
      const text = await readFile(output, 'utf8');
      await truncate(output);
      return text;
    },
    end() {
      if (isRunning && group !== undefined) endGroup(group);
      return closed;
    },
  };
}
