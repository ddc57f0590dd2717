import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../scripts/programs.mjs';

const run = promisify(execFile);
const LIMITS = { timeout: 120_000, maxBuffer: 1 << 24 };

/** A program for comparison: its possible commands and how to read its version. */
export type NativeProgram = { readonly name: string; readonly commands: readonly string[]; readonly version: readonly string[] };

export type InstalledProgram = { readonly label: string; run(args: readonly string[]): Promise<void> };

/** Returns `undefined` where it is not installed; its column stays empty. */
export function openProgram({ name, commands, version }: NativeProgram): InstalledProgram | undefined {
  const command = findProgram(commands);
  if (!command) return undefined;
  const text = execFileSync(command, version, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [number = ''] = /\d+(\.\d+)+(-\d+)?/.exec(text) ?? [];
  return {
    label: `${name} ${number}`.trim(),
    run: async (args) => {
      await run(command, [...args], LIMITS);
    },
  };
}

/** Measures the wall time of the whole process, as on the command line. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
