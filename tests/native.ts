import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { isInstalled } from './installed-programs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests of this project compare results with those of native programs. The default tier leaves that to the full tier. */
    readonly comparesNatively: boolean;
  }
}

/** Returns whether a native program is installed and used in this tier; tests that need it are skipped otherwise. */
export function hasProgram(program: string): boolean {
  return inject('comparesNatively') !== false && isInstalled(program);
}

export type Workbench = {
  write(name: string, bytes: Uint8Array | string): string;
  read(name: string): Uint8Array<ArrayBuffer>;
  /** Runs a program in the folder and returns its output. */
  run(program: string, ...args: readonly string[]): string;
  dispose(): void;
};

/** A temporary folder for native programs. */
export function workbench(): Workbench {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-test-'));
  return {
    write(name, bytes) {
      writeFileSync(path.join(folder, name), bytes);
      return path.join(folder, name);
    },
    read: (name) => new Uint8Array(readFileSync(path.join(folder, name))),
    run: (program, ...args) =>
      execFileSync(program, [...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
