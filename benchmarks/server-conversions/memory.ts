/** What processes have in memory, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 25;
const KIB = 1024;

export type Peak = {
  /** Bytes: of the process itself, of the largest one below it, of all together. */
  readonly own: number;
  readonly largest: number;
  readonly together: number;
};

/** Looks at a process and all below it until it is stopped. */
export function watchMemory(pid: number): { before: number; stop(): Peak } {
  const before = residentOf(pid);
  let peak: Peak = { own: before, largest: 0, together: before };
  const timer = setInterval(() => {
    const own = residentOf(pid);
    const below = descendantsOf(pid).map(residentOf);
    peak = {
      own: Math.max(peak.own, own),
      largest: Math.max(peak.largest, ...below),
      together: Math.max(
        peak.together,
        below.reduce((sum, bytes) => sum + bytes, own),
      ),
    };
  }, SAMPLE_MS);
  return {
    before,
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** 0 for a process that is gone. */
function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * KIB;
}

function descendantsOf(pid: number): readonly number[] {
  const children = tasksOf(pid)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((text) => text !== '')
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function tasksOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
