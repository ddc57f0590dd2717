import type { FormatId } from './engine.ts';
import { FIDELITIES, type Fidelity, fidelityRank } from './fidelity.ts';
import { type OptionsSchema, USED_UP } from './options.ts';

/** What a walk through the conversions has to know of one. */
export type Passage = {
  readonly to: FormatId;
  readonly fidelity: Fidelity;
  readonly closing: boolean;
  readonly readsFile: boolean;
  readonly options: OptionsSchema;
};

/** Where a walk has come, and what it may not apply again: all options so far, and those before its last step. */
type Place = { readonly at: FormatId; readonly rank: number; readonly all: bigint; readonly earlier: bigint };

/**
 * The best fidelity of everything that lies at most `mostSteps` from `from`, found in one walk over all targets at once: asking
 * for the best plan to each of them took forty times as long, on the page's own thread when the first file is added.
 */
export function reachFrom(
  bySource: ReadonlyMap<FormatId, readonly Passage[]>,
  from: FormatId,
  mostSteps: number,
): Map<FormatId, Fidelity> {
  const optionsOf = numberOptions();
  const best = new Map<FormatId, number>();
  const seen = new Map<FormatId, Place[]>();
  let frontier: readonly Place[] = [{ at: from, rank: 0, all: 0n, earlier: 0n }];
  for (let step = 1; step <= mostSteps; step += 1) {
    const next: Place[] = [];
    for (const place of frontier)
      for (const passage of bySource.get(place.at) ?? []) {
        if (passage.to === from && step > 1 && !passage.closing) continue; // there and back by another file
        const own = optionsOf(passage.options);
        if (own & (passage.readsFile ? place.all : place.earlier)) continue;
        const rank = Math.max(place.rank, fidelityRank(passage.fidelity));
        best.set(passage.to, Math.min(best.get(passage.to) ?? rank, rank));
        if (step === mostSteps || passage.closing || passage.to === from) continue;
        const reached = { at: passage.to, rank, all: place.all | own, earlier: place.all };
        if (isBetterThan(seen, reached)) next.push(reached);
      }
    frontier = next;
  }
  const named = ([to, rank]: readonly [FormatId, number]): readonly (readonly [FormatId, Fidelity])[] => {
    const fidelity = FIDELITIES[rank];
    return fidelity ? [[to, fidelity]] : [];
  };
  return new Map([...best].flatMap(named));
}

/** Each option's name is a bit, except of those used up by the first step that knows them; schemas are shared by many conversions. */
function numberOptions(): (schema: OptionsSchema) => bigint {
  const bits = new Map<string, bigint>();
  const known = new Map<OptionsSchema, bigint>();
  const bitOf = (name: string): bigint => {
    const bit = bits.get(name) ?? 1n << BigInt(bits.size);
    bits.set(name, bit);
    return bit;
  };
  return (schema) => {
    const mask =
      known.get(schema) ?? Object.keys(schema).reduce((all, name) => (USED_UP.has(name) ? all : all | bitOf(name)), 0n);
    known.set(schema, mask);
    return mask;
  };
}

/** Whether no walk has been there with as few steps, as faithfully, and with as much left that may be applied. */
function isBetterThan(seen: Map<FormatId, Place[]>, place: Place): boolean {
  const there = seen.get(place.at) ?? [];
  const within = (some: bigint, more: bigint): boolean => (some & ~more) === 0n;
  if (there.some(({ rank, all, earlier }) => rank <= place.rank && within(all, place.all) && within(earlier, place.earlier)))
    return false;
  there.push(place);
  seen.set(place.at, there);
  return true;
}
