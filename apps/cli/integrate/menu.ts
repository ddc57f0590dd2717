/** Conversions that file managers offer by format: the default targets of the website and popular pairs. */
import type { FormatId } from '@bakkum/conversion/engine';
import type { Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';
import { formatById, publicFormats } from '@bakkum/registry/catalogue';
import { popularPairs } from '@bakkum/registry/offered-pairs';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import { provenTargetsOf } from '../list-formats.ts';

/** Entries of a file's menu. More would make it hard to read. */
const MAX_TARGETS = 4;

/** A conversion, and the formats that show it in their menu. */
export type MenuEntry = { readonly to: Format; readonly from: readonly Format[] };

/** Returns the entries by target. Entries for the most formats come first. */
export function menuEntries(planner: Planner): readonly MenuEntry[] {
  const popular = Map.groupBy(popularPairs(), ({ from }) => from);
  const sources = new Map<FormatId, Format[]>();
  for (const format of publicFormats()) {
    const possible = provenTargetsOf(planner, format.id).filter((to) => to !== format.id);
    const preferred = defaultTarget(format, possible)?.to;
    const others = (popular.get(format.id) ?? []).map(({ to }) => to).filter((to) => possible.includes(to));
    const targets = new Set([...(preferred === undefined ? [] : [preferred]), ...others]);
    for (const to of [...targets].slice(0, MAX_TARGETS)) sources.set(to, [...(sources.get(to) ?? []), format]);
  }
  return [...sources]
    .flatMap(([id, from]) => {
      const to = formatById(id);
      return to ? [{ to, from }] : [];
    })
    .toSorted((one, other) => other.from.length - one.from.length || one.to.id.localeCompare(other.to.id));
}
