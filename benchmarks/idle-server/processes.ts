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
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      const found = readStat(Number(entry));
      return found && (pids.includes(found.pid) || pids.includes(found.parent)) ? [found] : [];
    });
}

function readStat(pid: number): (ProcessTime & { readonly parent: number }) | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name may contain spaces and brackets; https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { pid, parent, name: nameOf(pid), seconds: ticks / TICKS_PER_S };
  } catch {
    return undefined; // it ended in the meantime
  }
}

/** A connection that ends adds its time to the main process, so both count as one. */
function nameOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  if (!command.includes('postgres')) return 'node';
  const isBackground = command.startsWith('postgres: ') && !command.startsWith('postgres: bakkum ');
  return isBackground ? 'PostgreSQL, background processes' : 'PostgreSQL, connections and main process';
}
