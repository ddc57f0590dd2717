import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, '../apps/cli/main.ts');
export const FIXTURES = path.resolve(import.meta.dirname, 'fixtures/images');
/** Output buffer in bytes: all pairs with their routes exceed Node's default. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

type Ended = { readonly exit: number | null; readonly out: string; readonly err: string };

/** Runs `bakkum` in a folder that holds `picture.v2.png`. */
export type CommandLine = {
  /** Working folder and folder for temporary files. */
  readonly folder: string;
  readonly temporary: string;
  readonly bakkum: (...args: readonly string[]) => Ended;
  readonly bakkumWith: (environment: Readonly<Record<string, string>>, ...args: readonly string[]) => Ended;
};

export function commandLine(): CommandLine {
  const made = { folder: '', temporary: '' };
  beforeAll(() => {
    made.folder = mkdtempSync(path.join(tmpdir(), 'bakkum-cli-'));
    made.temporary = mkdtempSync(path.join(tmpdir(), 'bakkum-cli-temporary-'));
    copyFileSync(path.join(FIXTURES, 'png.png'), path.join(made.folder, 'picture.v2.png'));
  });
  afterAll(() => {
    for (const folder of Object.values(made)) rmSync(folder, { recursive: true, force: true });
  });
  const bakkumWith: CommandLine['bakkumWith'] = (environment, ...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      cwd: made.folder,
      env: { ...process.env, TMPDIR: made.temporary, ...environment },
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return { exit: status, out: stdout, err: stderr };
  };
  return {
    get folder() {
      return made.folder;
    },
    get temporary() {
      return made.temporary;
    },
    bakkumWith,
    bakkum: (...args) => bakkumWith({ NATIVE_TOOLS: '' }, ...args),
  };
}
