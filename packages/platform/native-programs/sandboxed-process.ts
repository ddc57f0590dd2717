/** Starts one of our own processes in a sandbox: the one that converts an untrusted file. */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { SANDBOX_ARGUMENTS, SYSTEM_PATH } from './sandbox.ts';

export const SANDBOX_SETTINGS = ['required', 'auto', 'off'] as const;
/** Whether conversion processes run in a sandbox: always (nothing is converted without one), where possible, or never. */
export type SandboxSetting = (typeof SANDBOX_SETTINGS)[number];

export type ProcessLimits = {
  /**
   * Memory limit of the process and its children, in bytes. The caller enforces it with `watchMemory`; the system itself stops
   * the process at `RESERVED_SHARE` times as much.
   */
  readonly memoryBytes: number;
  /** Size limit of a file it writes, in bytes. */
  readonly fileBytes: number;
  readonly processorSeconds: number;
};

export type SandboxedProcess = {
  readonly sandbox: 'bubblewrap' | 'none';
  /** Whether `prlimit` is installed. */
  readonly canLimit: boolean;
  readonly program: string;
  readonly arguments: readonly string[];
  /** The only writable folder. It has the same path inside the sandbox. */
  readonly folder: string;
  /** Files and folders of the program itself, mounted read-only. */
  readonly readable: readonly string[];
  readonly limits: ProcessLimits;
  /** File that it sees as `/etc/passwd`. LibreOffice finds its running instance only if the user has a name. */
  readonly accounts?: string;
};

const MAX_OPEN_FILES = 1024;
/**
 * Address space a process may reserve, as a multiple of its memory limit. Engines reserve more than they use: one with 8 threads
 * has 8.3 GB reserved and 1.3 GB in memory.
 */
const RESERVED_SHARE = 4;

/** Returns the command line that starts the process. Its environment is `sandboxEnvironment`. */
export function sandboxCommandLine(shut: SandboxedProcess): readonly [string, ...string[]] {
  const [first, ...rest] = [...limitsOf(shut), ...wallsOf(shut), shut.program];
  return [first ?? shut.program, ...rest, ...shut.arguments];
}

export type NodePermissions = Pick<SandboxedProcess, 'folder' | 'readable'> & {
  /** Whether it may start installed programs. */
  readonly startsPrograms?: boolean;
  /**
   * Folder of compiled code. Node uses such a folder only with the permission to write it, so the sandbox must mount it for reading only.
   */
  readonly compiledCode?: string | undefined;
  /** Whether it loads native code, which these permissions do not bind. */
  readonly loadsAddons?: boolean;
};

/**
 * Arguments of Node's permission model, a second wall beside the sandbox and the only one without it: the process reads the program
 * and its folder, writes its folder, and starts nothing. Only the sandbox keeps it from writing `compiledCode`, which the caller also
 * lists in `readable`. Node 24 does not limit the network.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export function permissionArguments(permissions: NodePermissions): readonly string[] {
  const { folder, readable, compiledCode, startsPrograms = false, loadsAddons = false } = permissions;
  const pathsOf = (places: readonly string[]): ReadonlySet<string> =>
    new Set(places.flatMap((place) => [place, realpathSync(place)]));
  const writable = compiledCode === undefined ? [folder] : [folder, compiledCode];
  const present = [...readable, ...writable].filter((place) => existsSync(place));
  return [
    '--permission',
    // Node warns that threads and native code weaken the model, on the stream where crashes are explained.
    '--disable-warning=SecurityWarning',
    ...[...pathsOf(present)].map((place) => `--allow-fs-read=${place}`),
    ...[...pathsOf(writable)].map((place) => `--allow-fs-write=${place}`),
    // Engines run their threads as workers, which have the same permissions.
    '--allow-worker',
    ...(startsPrograms ? ['--allow-child-process'] : []),
    ...(loadsAddons ? ['--allow-addons'] : []),
  ];
}

/** Passes none of our environment variables to the process: no keys, no proxies, no folders. */
export function sandboxEnvironment(folder: string): Readonly<Record<string, string>> {
  return { PATH: SYSTEM_PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TZ: 'UTC' };
}

function limitsOf({ canLimit, limits }: SandboxedProcess): readonly string[] {
  if (!canLimit) return [];
  return [
    'prlimit',
    `--data=${Math.ceil(limits.memoryBytes * RESERVED_SHARE)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    `--cpu=${Math.ceil(limits.processorSeconds)}`,
    `--nofile=${MAX_OPEN_FILES}`,
    '--core=0',
    '--',
  ];
}

function wallsOf({ sandbox, folder, readable, accounts }: SandboxedProcess): readonly string[] {
  if (sandbox === 'none') return [];
  // Mounts a symbolic link at both its own path and its target.
  const places = new Set(readable.flatMap((place) => [place, realpathSync(place)]));
  return [
    ...SANDBOX_ARGUMENTS,
    ...[...places].flatMap((place) => ['--ro-bind', place, place]),
    ...(accounts === undefined ? [] : ['--ro-bind', accounts, '/etc/passwd']),
    ...['--bind', folder, folder, '--chdir', folder],
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--'],
  ];
}

/** Detects which sandbox this machine supports by trying, which takes about 100 ms without blocking the event loop. */
export async function detectSandbox(
  program: string,
  readable: readonly string[],
  folder: string,
): Promise<Pick<SandboxedProcess, 'sandbox' | 'canLimit'>> {
  const canLimit = await starts(['prlimit', '--nofile=64', '--', 'true'], folder);
  const limits = { memoryBytes: 2 ** 32, fileBytes: 2 ** 20, processorSeconds: 20 };
  const shut = { sandbox: 'bubblewrap', canLimit, program, arguments: ['--version'], folder, readable, limits } as const;
  return { canLimit, sandbox: (await starts(sandboxCommandLine(shut), folder)) ? 'bubblewrap' : 'none' };
}

function starts([program, ...args]: readonly [string, ...string[]], folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env: { ...sandboxEnvironment(folder) }, stdio: 'ignore', timeout: 30_000 });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
