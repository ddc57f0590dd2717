import type { FormatId } from './engine.ts';
import { type Fidelity, type LossBits, levelOf, lossRank } from './fidelity.ts';
import { type OptionsSchema, repeatable } from './options.ts';

/** The facts about a conversion that the search needs. */
export type Passage = {
  readonly to: FormatId;
  readonly loss: LossBits;
  readonly closing: boolean;
  readonly standalone: boolean;
  readonly readsFile: boolean;
  readonly options: OptionsSchema;
};

/** A position in the search, and the options it can no longer apply: all so far, and those before its last step. */
type Place = { readonly at: FormatId; readonly loss: LossBits; readonly all: bigint; readonly earlier: bigint };

/**
 * The best fidelity of every format within `mostSteps` of `from`, found in one search over all targets: planning each target
 * separately took forty times as long, on the page's main thread when the first file is added.
 */
export function reachFrom(
  bySource: ReadonlyMap<FormatId, readonly Passage[]>,
  from: FormatId,
  mostSteps: number,
  maskFor: (to: FormatId) => LossBits,
): Map<FormatId, Fidelity> {
  const optionsOf = numberOptions();
  const best = new Map<FormatId, Reached>();
  const seen = new Map<FormatId, Place[]>();
  let frontier: readonly Place[] = [{ at: from, loss: 0, all: 0n, earlier: 0n }];
  for (let step = 1; step <= mostSteps; step += 1) {
    const next: Place[] = [];
    for (const place of frontier)
      for (const passage of bySource.get(place.at) ?? []) {
        if (step > 1 && !mayFollow(passage, from)) continue;
        const own = optionsOf(passage.options);
        if (own & (passage.readsFile ? place.all : place.earlier)) continue;
        const loss = place.loss | passage.loss;
        keepBest(best, passage.to, { loss, rank: lossRank(loss, maskFor(passage.to)) });
        if (step === mostSteps || endsHere(passage, from)) continue;
        const reached = { at: passage.to, loss, all: place.all | own, earlier: place.all };
        if (isBetterThan(seen, reached)) next.push(reached);
      }
    frontier = next;
  }
  return new Map([...best].map(([to, { loss }]) => [to, levelOf(loss)]));
}

/** Whether a passage can come after others: it is not a detour through another file. */
function mayFollow({ to, closing, standalone }: Passage, from: FormatId): boolean {
  return !standalone && (to !== from || closing);
}

function endsHere({ to, closing, standalone }: Passage, from: FormatId): boolean {
  return closing || standalone || to === from;
}

type Reached = { readonly loss: LossBits; readonly rank: number };

function keepBest(best: Map<FormatId, Reached>, to: FormatId, reached: Reached): void {
  const known = best.get(to);
  if (!known || reached.rank < known.rank) best.set(to, reached);
}

/** Each option that a later step could apply again is a bit; many conversions share a schema. */
function numberOptions(): (schema: OptionsSchema) => bigint {
  const bits = new Map<string, bigint>();
  const known = new Map<OptionsSchema, bigint>();
  const bitOf = (name: string): bigint => {
    const bit = bits.get(name) ?? 1n << BigInt(bits.size);
    bits.set(name, bit);
    return bit;
  };
  return (schema) => {
    const mask = known.get(schema) ?? repeatable(schema).reduce((all, name) => all | bitOf(name), 0n);
    known.set(schema, mask);
    return mask;
  };
}

/** Whether no earlier visit had as few steps, no other loss and as many options left to apply. */
function isBetterThan(seen: Map<FormatId, Place[]>, place: Place): boolean {
  const there = seen.get(place.at) ?? [];
  const within = (some: bigint, more: bigint): boolean => (some & ~more) === 0n;
  if (
    there.some(({ loss, all, earlier }) => (loss & ~place.loss) === 0 && within(all, place.all) && within(earlier, place.earlier))
  )
    return false;
  there.push(place);
  seen.set(place.at, there);
  return true;
}
