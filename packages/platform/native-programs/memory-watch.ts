import { descendantsOf, residentBytes } from './process-facts.ts';

/** Interval between two checks. A process may exceed its limit by what it can allocate in that time. */
const LOOK_EVERY_MS = 200;

/**
 * Calls `onTooMuch` once when a process and its descendants together use more than `mostBytes` of memory. Does nothing where
 * there is no `/proc`.
 * @returns stops watching
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

/** Returns the resident memory of a process and its descendants in bytes; 0 where it is unknown or the process has ended. */
export function memoryOf(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((bytes, one) => bytes + residentBytes(one), 0);
}
