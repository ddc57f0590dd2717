import type { OptionValues } from '@bakkum/conversion/options';
import type { Facts } from './facts.ts';

export type Work = {
  readonly from: string;
  readonly to: string;
  readonly options: OptionValues;
  readonly facts: Facts;
};

type Pace = { readonly seconds: number; readonly elapsedMs: number };

/** A clip says little about a feature film: what an engine takes to start counts for one, and heat for the other. */
const COMPARABLE = 5;

/** What conversions took on this device since the page was opened: the only ground for a guess before one begins. */
export class PaceBook {
  readonly #paces = new Map<string, Pace>();

  record(work: Work, elapsedMs: number): void {
    const seconds = lengthOf(work);
    if (seconds !== undefined) this.#paces.set(keyOf(work), { seconds, elapsedMs });
  }

  /** Milliseconds it will take if it goes like the last of its like; `undefined` when there was none. */
  expect(work: Work): number | undefined {
    const seconds = lengthOf(work);
    const pace = this.#paces.get(keyOf(work));
    if (!pace || seconds === undefined) return undefined;
    const times = seconds / pace.seconds;
    return times > COMPARABLE || times < 1 / COMPARABLE ? undefined : pace.elapsedMs * times;
  }
}

/** Seconds of the result; `undefined` for what has no length. */
export function lengthOf({ options, facts }: Pick<Work, 'options' | 'facts'>): number | undefined {
  if (facts.durationMs === undefined) return undefined;
  const { trimStart, trimEnd } = options;
  const whole = facts.durationMs / 1000;
  const start = typeof trimStart === 'number' ? trimStart : 0;
  const end = typeof trimEnd === 'number' ? Math.min(trimEnd, whole) : whole;
  return end > start ? end - start : undefined;
}

/** The same formats, codecs, frame size and options; where it is cut does not matter. */
function keyOf({ from, to, options, facts }: Work): string {
  const { trimStart: _, trimEnd: __, ...rest } = options;
  const chosen = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([from, to, facts.codecs, facts.width, facts.height, facts.channels, chosen]);
}
