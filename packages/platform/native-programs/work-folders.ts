/**
 * Folders for files that are being worked on. Each process has one, named after the process, so that others can delete it when the
 * process was killed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, utimesSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'bakkum-work';
/** Name of a process's folder: where process numbers are unique, its number, its start, and a random end. */
const NAME = /^bakkum-work-([0-9a-f]{16})-(\d+)-(\d+)-\w{6}$/;
/** Interval at which a process shows that its folder is in use. */
const TOUCH_MS = 600_000;
/** A folder of another machine or container that nobody has touched for this long belongs to a process that has ended. */
const UNTOUCHED_MS = 6 * TOUCH_MS;

let root: string | undefined;
let own: string | undefined;
const made = new Set<string>();

/** Sets where this process makes its folder. Default: the temporary folder of the system. */
export function setWorkRoot(folder: string): void {
  if (root === folder) return;
  root = folder;
  own = undefined;
}

/** Folder of this process, which is deleted when it exits. */
export function processFolder(): string {
  if (own !== undefined && existsSync(own)) return own;
  const parent = root ?? tmpdir();
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(parent, `${PREFIX}-${NAMESPACE}-${process.pid}-${startOf(process.pid) ?? 0}-`));
  if (made.size === 0) {
    process.once('exit', removeMade);
    setInterval(touchMade, TOUCH_MS).unref();
  }
  made.add(folder);
  own = folder;
  return folder;
}

/** Makes a private folder. The caller deletes it. @param purpose start of its name */
export function makeWorkFolder(purpose: string): Promise<string> {
  return mkdtemp(path.join(processFolder(), `${purpose}-`));
}

function removeMade(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

function touchMade(): void {
  const now = new Date();
  for (const folder of made) if (existsSync(folder)) utimesSync(folder, now, now);
}

export type Sweeper = {
  /** Deletes the folders of processes that have ended and returns how many. @throws AggregateError if any cannot be deleted */
  sweep(): Promise<number>;
};

/**
 * Deletes folders of processes that were killed: at once where the process can be looked up, and otherwise, as for another container
 * that shares the disk, once it has not touched them for an hour. The hour is measured with the clock of this process, so wrong
 * system clocks do no harm.
 */
export function createSweeper(parent: string, now: () => number = () => performance.now()): Sweeper {
  const seen = new Map<string, { readonly touched: number; readonly since: number }>();
  const isUntouched = (name: string, touched: number): boolean => {
    const before = seen.get(name);
    if (before?.touched === touched) return now() - before.since >= UNTOUCHED_MS;
    seen.set(name, { touched, since: now() });
    return false;
  };
  const isOver = async (name: string): Promise<boolean> => {
    const [, namespace, pid = '', startedAt = ''] = NAME.exec(name) ?? [];
    const facts = await lstat(path.join(parent, name)).catch(() => undefined);
    if (namespace === undefined || !facts?.isDirectory() || facts.uid !== (process.getuid?.() ?? facts.uid)) return false;
    return namespace === NAMESPACE ? hasEnded(Number(pid), Number(startedAt)) : isUntouched(name, facts.mtimeMs);
  };
  return {
    async sweep() {
      const names: readonly string[] = await readdir(parent).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
      const over: string[] = [];
      for (const name of names) if (await isOver(name)) over.push(name);
      const ends = await Promise.allSettled(over.map((name) => rm(path.join(parent, name), { recursive: true, force: true })));
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
      return over.length;
    },
  };
}

/** Whether the process with this number has ended, or the number now belongs to another. */
function hasEnded(pid: number, startedAt: number): boolean {
  const start = startOf(pid);
  if (start !== undefined) return startedAt !== 0 && start !== startedAt;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** When a process was started, in clock ticks since the machine was; undefined where it cannot be looked up. */
function startOf(pid: number): number | undefined {
  try {
    // proc(5): the 22nd field, counted after the name of the program, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[19]);
  } catch {
    return undefined; // no such process, or a system without /proc
  }
}

/** Names where process numbers are unique: a machine since its start, and a container on it. */
const NAMESPACE = createHash('sha256').update(`${hostname()}\0${bootOf()}\0${namespaceOf()}`).digest('hex').slice(0, 16);

function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
  } catch {
    return ''; // a system without /proc
  }
}

function namespaceOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // a system without /proc
  }
}
