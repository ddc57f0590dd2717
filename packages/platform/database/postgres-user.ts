import { execFile } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { copiedPrograms, type PostgresPrograms } from './postgres-programs.ts';

/** `nobody` on every Linux. PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** How and as which user to start PostgreSQL's programs on this machine. */
export type Launch = {
  readonly programs: PostgresPrograms;
  /** Command and arguments that precede the program's own. */
  readonly through: readonly string[];
  /** User and group id of the programs; the current ones when absent. */
  readonly owner?: number;
};

/**
 * Finds a working way to run PostgreSQL: as the current user; as root by dropping privileges, if the other user can access the
 * programs and the folder; else in a user namespace, which needs neither; else from a copy of the programs.
 */
export async function findLaunch(programs: PostgresPrograms, folder: string): Promise<Launch | undefined> {
  const asOurselves = { programs, through: [] };
  if (process.getuid?.() !== 0) return (await runs(asOurselves, folder)) ? asOurselves : undefined;
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const ways: readonly (() => Launch)[] = [
    () => ({ programs, through: [], owner: NOBODY }),
    () => ({ programs, through: namespace }),
    () => ({ programs: copiedPrograms(programs, path.join(folder, 'programs')), through: [], owner: NOBODY }),
  ];
  for (const way of ways) {
    const launch = way();
    if (await runs(launch, folder)) return launch;
  }
  return undefined;
}

/** Tests that the program starts and that its user may write to the folder. */
async function runs(launch: Launch, folder: string): Promise<boolean> {
  changeFolderOwner(folder, launch);
  const tries = [runOnce(launch, launch.programs.postgres, ['--version']), runOnce(launch, 'test', ['-w', folder])];
  return (await Promise.all(tries)).every(({ worked }) => worked);
}

/** Runs a program to its end. `output` is its output, or why it did not start. */
export function runOnce(launch: Launch, program: string, args: readonly string[]): Promise<{ worked: boolean; output: string }> {
  const [command = program, ...rest] = [...launch.through, program, ...args];
  return new Promise((resolve) => {
    execFile(command, rest, { ...identity(launch), cwd: '/' }, (error, stdout, stderr) => {
      resolve({ worked: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
  });
}

export function identity({ owner }: Launch): { uid?: number; gid?: number } {
  return owner === undefined ? {} : { uid: owner, gid: owner };
}

/** Gives the folder and its content to the launching user: an earlier run may have used another one. */
export function changeFolderOwner(folder: string, { owner }: Launch): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const wanted = owner ?? 0;
  if (statSync(folder).uid === wanted) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), wanted, wanted);
  }
  chownSync(folder, wanted, wanted);
  chmodSync(folder, 0o700);
}
