/** Reads process information from Linux. On other systems, and for processes that ended, the results are empty. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the resident memory of a process in bytes; 0 where it is unknown. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Returns all descendants of a process. */
export function descendantsOf(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Returns whether a process still runs. A zombie that waits for its parent does not. */
export function isAlive(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(readIfThere(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Collects the children of each thread, as every thread lists only those it started itself. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) =>
    readIfThere(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns an empty string when the process ended in the meantime. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
