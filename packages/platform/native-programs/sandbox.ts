import type { ProgramLimits } from '@bakkum/conversion/installed-programs';

/**
 * Ways to isolate a program, strongest first:
 * - `bubblewrap`: it sees only its folder, its inputs and the system's programs; no network; it ends with our process
 * - `namespaces`: no network and no other processes; it could read whatever this user may read
 * - `none`: only an empty environment, limits, and the restrictions engines pass to the programs themselves
 */
export const SANDBOXES = ['bubblewrap', 'namespaces', 'none'] as const;
export type Sandbox = (typeof SANDBOXES)[number];

/** An input that is not copied: its path on disk, and its name in the folder. */
export type Lent = { readonly path: string; readonly name: string };

export type Shut = {
  readonly sandbox: Sandbox;
  /** Absolute path of the program. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly lent: readonly Lent[];
  readonly limits: ProgramLimits & { readonly memoryBytes: number };
  /** Whether `prlimit` is installed. */
  readonly canLimit: boolean;
};

/** Path of the folder inside a sandbox that hides the rest of the file system. */
const INSIDE = '/sandbox';
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/local/bin';
const MAX_OPEN_FILES = 512;

/** Parts of the system that programs need to start. Missing ones are skipped. */
const READ_ONLY = [
  '/opt',
  '/nix/store',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
];
/** Symbolic links into /usr, or separate folders on older systems. */
const ROOT_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];

/** Returns the command line that starts a program in its sandbox. The caller sets the working directory and `environmentOf`. */
export function commandLineOf(shut: Shut): readonly [string, ...string[]] {
  const [first, ...rest] = [...limitsOf(shut), ...wallsOf(shut), shut.program];
  return [first ?? shut.program, ...rest, ...shut.arguments];
}

/** Passes none of our environment variables to a program: no keys, no proxies, no folders. */
export function environmentOf(sandbox: Sandbox, folder: string): Readonly<Record<string, string>> {
  const home = sandbox === 'bubblewrap' ? INSIDE : folder;
  return { PATH: SYSTEM_PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8' };
}

/** Returns the folder as the program sees it, for arguments that must be absolute. */
export function folderInside(sandbox: Sandbox, folder: string): string {
  return sandbox === 'bubblewrap' ? INSIDE : folder;
}

function limitsOf({ canLimit, limits }: Shut): readonly string[] {
  if (!canLimit) return [];
  return [
    'prlimit',
    `--cpu=${Math.ceil(limits.processorSeconds)}`,
    `--fsize=${Math.ceil(limits.fileBytes)}`,
    `--as=${limits.memoryBytes}`,
    `--nofile=${MAX_OPEN_FILES}`,
    '--core=0',
    '--',
  ];
}

function wallsOf({ sandbox, folder, lent }: Shut): readonly string[] {
  switch (sandbox) {
    case 'bubblewrap':
      return bubblewrap(folder, lent);
    case 'namespaces':
      return [
        'setpriv',
        '--pdeathsig',
        'KILL',
        'unshare',
        '--user',
        '--map-root-user',
        '--net',
        '--ipc',
        '--pid',
        '--fork',
        '--kill-child',
        '--',
      ];
    case 'none':
      return [];
  }
}

/** Arguments that hide everything except the system's programs: no network, no other processes, no user files. */
export const SANDBOX_ARGUMENTS: readonly string[] = [
  'bwrap',
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  ...['--ro-bind', '/usr', '/usr'],
  ...[...ROOT_FOLDERS, ...READ_ONLY].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run'],
];

function bubblewrap(folder: string, lent: readonly Lent[]): readonly string[] {
  return [
    ...SANDBOX_ARGUMENTS,
    ...['--bind', folder, INSIDE, '--chdir', INSIDE],
    ...lent.flatMap(({ path, name }) => ['--ro-bind', path, `${INSIDE}/${name}`]),
    ...['--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534', '--hostname', 'sandbox', '--'],
  ];
}
