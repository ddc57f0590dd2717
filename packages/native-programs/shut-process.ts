/** Shuts a process of our own in: the one that converts a file nobody has looked at. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { BARE_WALLS, SYSTEM_PATH } from './sandbox.ts';

export const SANDBOX_SETTINGS = ['required', 'auto', 'off'] as const;
/** Whether processes that convert are shut in by the system: or nothing is converted, where it can be, never. */
export type SandboxSetting = (typeof SANDBOX_SETTINGS)[number];

export type ProcessLimits = {
  /**
   * Of what it and its children have in memory. Whoever starts it looks after that (`watchMemory`); the system itself stops it at
   * `RESERVED_SHARE` times as much.
   */
  readonly memoryBytes: number;
  /** Of one file it writes. */
  readonly fileBytes: number;
  readonly processorSeconds: number;
};

export type ShutProcess = {
  readonly sandbox: 'bubblewrap' | 'none';
  /** Whether `prlimit` is installed. */
  readonly canLimit: boolean;
  readonly program: string;
  readonly arguments: readonly string[];
  /** The only one it may write to. It has the same path inside. */
  readonly folder: string;
  /** Files and folders of the program itself, to be read only. */
  readonly readable: readonly string[];
  readonly limits: ProcessLimits;
};

const MOST_OPEN_FILES = 1024;
/**
 * What a process may reserve for writing, as a multiple of what it may have in memory. Engines reserve before they use: one that works
 * in 8 threads has 8.3 GB reserved where it has 1.3 GB in memory.
 */
const RESERVED_SHARE = 4;

/** The command line that starts it. Its environment is `shutEnvironment`. */
export function shutCommandLine(shut: ShutProcess): readonly [string, ...string[]] {
  const [first, ...rest] = [...limitsOf(shut), ...wallsOf(shut), shut.program];
  return [first ?? shut.program, ...rest, ...shut.arguments];
}

/** No variable of ours reaches it: no keys, no proxies, no folders. */
export function shutEnvironment(folder: string): Readonly<Record<string, string>> {
  return { PATH: SYSTEM_PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TZ: 'UTC' };
}

function limitsOf({ canLimit, limits }: ShutProcess): readonly string[] {
  if (!canLimit) return [];
  return [
    'prlimit',
    `--data=${Math.ceil(limits.memoryBytes * RESERVED_SHARE)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    `--cpu=${Math.ceil(limits.processorSeconds)}`,
    `--nofile=${MOST_OPEN_FILES}`,
    '--core=0',
    '--',
  ];
}

function wallsOf({ sandbox, folder, readable }: ShutProcess): readonly string[] {
  if (sandbox === 'none') return [];
  // A link is found at both ends.
  const places = new Set(readable.flatMap((place) => [place, realpathSync(place)]));
  return [
    ...BARE_WALLS,
    ...[...places].flatMap((place) => ['--ro-bind', place, place]),
    ...['--bind', folder, folder, '--chdir', folder],
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--'],
  ];
}

/** What this machine can do; found by trying, in some 100 ms in which others go on. */
export async function findWalls(
  program: string,
  readable: readonly string[],
  folder: string,
): Promise<Pick<ShutProcess, 'sandbox' | 'canLimit'>> {
  const canLimit = await starts(['prlimit', '--nofile=64', '--', 'true'], folder);
  const limits = { memoryBytes: 2 ** 32, fileBytes: 2 ** 20, processorSeconds: 20 };
  const shut = { sandbox: 'bubblewrap', canLimit, program, arguments: ['--version'], folder, readable, limits } as const;
  return { canLimit, sandbox: (await starts(shutCommandLine(shut), folder)) ? 'bubblewrap' : 'none' };
}

function starts([program, ...args]: readonly [string, ...string[]], folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env: { ...shutEnvironment(folder) }, stdio: 'ignore', timeout: 30_000 });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
