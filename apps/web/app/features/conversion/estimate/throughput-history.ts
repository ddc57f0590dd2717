import type { OptionValues } from '@bakkum/conversion/options';
import type { Facts } from '../file-facts/facts.ts';

export type Work = {
  readonly from: string;
  readonly to: string;
  readonly options: OptionValues;
  readonly facts: Facts;
};

type Pace = { readonly seconds: number; readonly elapsedMs: number };

/**
 * The largest ratio of comparable durations. A clip says little about a feature film: startup time dominates the one, thermal
 * throttling the other.
 */
const COMPARABLE = 5;

/** Durations of the conversions since the page was opened, the only basis for an estimate before one starts. */
export class ThroughputHistory {
  readonly #paces = new Map<string, Pace>();

  record(work: Work, elapsedMs: number): void {
    const seconds = lengthOf(work);
    if (seconds !== undefined) this.#paces.set(keyOf(work), { seconds, elapsedMs });
  }

  /** Returns the estimated milliseconds based on the last similar conversion; `undefined` without one. */
  expect(work: Work): number | undefined {
    const seconds = lengthOf(work);
    const pace = this.#paces.get(keyOf(work));
    if (!pace || seconds === undefined) return undefined;
    const times = seconds / pace.seconds;
    return times > COMPARABLE || times < 1 / COMPARABLE ? undefined : pace.elapsedMs * times;
  }
}

/** Returns the duration of the result in seconds; `undefined` for files without one. */
export function lengthOf({ options, facts }: Pick<Work, 'options' | 'facts'>): number | undefined {
  if (facts.durationMs === undefined) return undefined;
  const { trimStart, trimEnd } = options;
  const whole = facts.durationMs / 1000;
  const start = typeof trimStart === 'number' ? trimStart : 0;
  const end = typeof trimEnd === 'number' ? Math.min(trimEnd, whole) : whole;
  return end > start ? end - start : undefined;
}

/** Similar means the same formats, codecs, frame size and options; the cut position does not matter. */
function keyOf({ from, to, options, facts }: Work): string {
  const { trimStart: _, trimEnd: __, ...rest } = options;
  const chosen = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([from, to, facts.codecs, facts.width, facts.height, facts.channels, chosen]);
}
