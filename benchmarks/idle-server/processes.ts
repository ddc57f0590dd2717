/** CPU time of processes and their children, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc; the same on every Linux that Node supports. */
const TICKS_PER_S = 100;

export type ProcessTime = {
  readonly pid: number;
  readonly name: string;
  /** Seconds, including children that have ended. */
  readonly seconds: number;
};

/** Returns the running processes with these ids, and their children. */
export function processTimes(pids: readonly number[]): readonly ProcessTime[] {
  return allStats().filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent));
}

/** Whether a process has a child whose command contains this text. */
export function hasChild(ofPid: number, command: string): boolean {
  return allStats().some((stat) => stat.parent === ofPid && stat.command.includes(command));
}

type Stat = ProcessTime & { readonly parent: number; readonly command: string };

function allStats(): readonly Stat[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => readStat(Number(entry)) ?? []);
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name may contain spaces and brackets; https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent, command, name: nameOf(command), seconds: ticks / TICKS_PER_S };
  } catch {
    return undefined; // it ended in the meantime
  }
}

/** A connection that ends adds its time to the main process, so both count as one. */
function nameOf(command: string): string {
  if (!command.includes('postgres')) return 'node';
  const isBackground = command.startsWith('postgres: ') && !command.startsWith('postgres: bakkum ');
  return isBackground ? 'PostgreSQL, background processes' : 'PostgreSQL, connections and main process';
}
