/** Progress before this says more about the start than about the rest. */
const LEAST_MS = 2000;
const LEAST_FRACTION = 0.02;
/** How far back the pace is looked at: the end of a film may take longer than its beginning. */
const WINDOW_MS = 15_000;

type Sample = { readonly at: number; readonly fraction: number };

/** How long a conversion still takes, by its own pace so far. */
export class TimeLeft {
  #samples: readonly Sample[] = [];

  /** `at` in milliseconds; of any clock that only goes on. */
  add(at: number, fraction: number): void {
    const recent = this.#samples.filter((sample) => sample.at >= at - WINDOW_MS);
    const [first] = this.#samples;
    // The first of a short run stays, so that something is measured at all.
    this.#samples = [...(recent.length > 1 || !first ? recent : [first]), { at, fraction }];
  }

  /** Milliseconds from the last sample on; `undefined` until enough was measured. */
  estimate(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last) return undefined;
    const [took, done] = [last.at - first.at, last.fraction - first.fraction];
    if (took < LEAST_MS || done < LEAST_FRACTION) return undefined;
    return ((1 - last.fraction) * took) / done;
  }
}
