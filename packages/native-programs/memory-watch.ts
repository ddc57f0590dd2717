import { descendantsOf, residentBytes } from './process-facts.ts';

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
  return [pid, ...descendantsOf(pid)].reduce((bytes, one) => bytes + residentBytes(one), 0);
}
