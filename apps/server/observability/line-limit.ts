/** Limits the log lines that strangers can cause. */
export type LineLimit = {
  /** Whether another line may be written, with the number of lines left out before it. */
  next(): { readonly leftOut: number } | undefined;
};

/** @param now clock of this process, in milliseconds */
export function createLineLimit(lines: number, periodMs: number, now: () => number = Date.now): LineLimit {
  let startedAt = now();
  let written = 0;
  let leftOut = 0;
  return {
    next() {
      const at = now();
      if (Math.abs(at - startedAt) >= periodMs) [startedAt, written] = [at, 0];
      if (written >= lines) {
        leftOut += 1;
        return undefined;
      }
      written += 1;
      const before = leftOut;
      leftOut = 0;
      return { leftOut: before };
    },
  };
}
