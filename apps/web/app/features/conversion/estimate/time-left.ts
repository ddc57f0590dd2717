/** Progress before this fraction says more about the start than about the rest. */
const MIN_MS = 2000;
const MIN_FRACTION = 0.02;
/** Milliseconds of history considered: the end of a video may take longer than its beginning. */
const WINDOW_MS = 15_000;

type Sample = { readonly at: number; readonly fraction: number };

/** Estimates the remaining time of a conversion from its own pace. */
export class TimeLeft {
  #samples: readonly Sample[] = [];

  /** `at` in milliseconds of any monotonic clock. */
  add(at: number, fraction: number): void {
    const recent = this.#samples.filter((sample) => sample.at >= at - WINDOW_MS);
    const [first] = this.#samples;
    // Keeps the first sample of a short history, so that there is something to measure.
    this.#samples = [...(recent.length > 1 || !first ? recent : [first]), { at, fraction }];
  }

  /** Returns the milliseconds left from the last sample on; `undefined` until enough was measured. */
  estimate(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last) return undefined;
    const [took, done] = [last.at - first.at, last.fraction - first.fraction];
    if (took < MIN_MS || done < MIN_FRACTION) return undefined;
    return ((1 - last.fraction) * took) / done;
  }
}
