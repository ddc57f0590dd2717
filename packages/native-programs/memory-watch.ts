import { readdirSync, readFileSync } from 'node:fs';

/** What a process can take in this time is what it may have too much. */
const LOOK_EVERY_MS = 200;

/**
 * Says once when a process and its descendants together have more than `mostBytes` in memory. Where there is no `/proc`, nothing is watched.
 * @returns ends the watch
 */
export function watchMemory(pid: number | undefined, mostBytes: number, onTooMuch: () => void): () => void {
  if (pid === undefined) return () => undefined;
  const timer = setInterval(() => {
    if (memoryOf(pid) <= mostBytes) return;
    clearInterval(timer);
    onTooMuch();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Bytes in memory of a process and all that descend from it; 0 where that cannot be known, or it has ended. */
export function memoryOf(pid: number): number {
  let bytes = 0;
  const left = [pid];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    bytes += residentBytes(next);
    left.push(...childrenOf(next));
  }
  return bytes;
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
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
