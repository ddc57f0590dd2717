import { descendantsOf, residentBytes } from './process-facts.ts';

/** Interval between two checks. A process may exceed its limit by what it can allocate in that time. */
const LOOK_EVERY_MS = 200;

export type MemoryWatch = {
  /** Limit in bytes for the process and its descendants together. */
  readonly mostBytes: number;
  /** Called once when the limit is exceeded. */
  readonly onTooMuch: () => void;
};

/**
 * Watches the memory of a process and its descendants. Does nothing where there is no `/proc`.
 * @returns stops watching
 */
export function watchMemory(pid: number | undefined, { mostBytes, onTooMuch }: MemoryWatch): () => void {
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
