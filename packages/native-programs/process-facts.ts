/** What Linux tells of processes. Elsewhere, and of those that are gone, nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';

/** Bytes of a process in memory; 0 where that is not known. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** All processes below one. */
export function descendantsOf(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Whether a process can still do anything: one that ended may wait for whoever started it to take note. */
export function isAlive(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(readIfThere(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Each thread knows the processes that it started itself. */
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

/** A process may end at any moment between two looks. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
