import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import type { Family } from '@bakkum/formats/format';
import { formatById } from '@bakkum/registry/catalogue';
import type { Target } from '../../../targets/target.ts';
import { compareTargets } from '../../../targets/target-order.ts';

const known = new WeakMap<FormatView, readonly Target[]>();

/** Returns the targets that the server offers for a format, the most popular first. */
export function cloudTargets(from: FormatView): readonly Target[] {
  const targets = known.get(from) ?? sorted(from);
  known.set(from, targets);
  return targets;
}

function sorted({ id: from, targets }: FormatView): readonly Target[] {
  const source = formatById(from);
  const offered = targets.flatMap((id): Target[] => {
    const format = formatById(id);
    return format ? [{ format, lossy: false, picture: false, same: id === from }] : [];
  });
  return source ? offered.sort(compareTargets(source)) : offered;
}

export function familyOf(id: string | null | undefined): Family | undefined {
  return formatById(id ?? '')?.family;
}

export function formatName(id: string): string {
  return formatById(id)?.name ?? id.toUpperCase();
}
