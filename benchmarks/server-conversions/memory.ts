/** Memory use of processes, as Linux reports it. */
import { descendantsOf, residentBytes } from '../../packages/platform/native-programs/process-facts.ts';

const SAMPLE_MS = 25;

export type Peak = {
  /** Bytes: of the process itself, of its largest descendant, and of all together. */
  readonly own: number;
  readonly largest: number;
  readonly together: number;
};

/** Samples a process and its descendants until it is stopped. */
export function watchMemory(pid: number): { before: number; stop(): Peak } {
  const before = residentBytes(pid);
  let peak: Peak = { own: before, largest: 0, together: before };
  const timer = setInterval(() => {
    const own = residentBytes(pid);
    const below = descendantsOf(pid).map(residentBytes);
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
