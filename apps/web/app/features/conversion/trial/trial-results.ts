import type { OptionValues } from '@bakkum/conversion/options';
import type { JobResult } from '@bakkum/conversion/runner';
import type { WayKind } from '@bakkum/conversion/ways';

/** Everything that determines a result, except the content of the file. */
export type Settings = {
  readonly from: string;
  readonly to: string;
  readonly way?: WayKind | undefined;
  readonly options: OptionValues;
};

type Trial = { readonly file: Blob; readonly key: string; readonly result: JobResult };

/** Holds the last result made on trial, so that converting with the same settings takes it over instead of working again. */
export class TrialResults {
  readonly #discard: (results: readonly Blob[]) => void;
  #last: Trial | undefined;

  /** @param discard frees results that nobody took over */
  constructor(discard: (results: readonly Blob[]) => void) {
    this.#discard = discard;
  }

  remember(file: Blob, settings: Settings, result: JobResult): void {
    this.forget();
    if (result.ok) this.#last = { file, key: keyOf(settings), result };
  }

  /** Returns the result of a trial of this file with these settings; it then belongs to the caller. */
  take(file: Blob, settings: Settings): JobResult | undefined {
    const last = this.#last;
    if (last?.file !== file || last.key !== keyOf(settings)) return undefined;
    this.#last = undefined;
    return last.result;
  }

  forget(): void {
    const result = this.#last?.result;
    this.#last = undefined;
    if (result?.ok) this.#discard(result.files.map(({ blob }) => blob));
  }
}

/** Equal for settings that lead to the same result. */
export function keyOf({ from, to, way, options }: Settings): string {
  const chosen = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([from, to, way ?? null, chosen]);
}
