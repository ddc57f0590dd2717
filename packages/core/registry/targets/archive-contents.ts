import { CONTENTS } from '@bakkum/archive-tree/contents';
import type { Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';

export { CONTENTS };

/** Programs can be unpacked too, though that is not their default target. */
const UNPACKED: ReadonlySet<Format['family']> = new Set(['archive', 'program']);

/** Returns whether the files of this format can be extracted and listed. Documents with attachments are no archives. */
export function hasContents(planner: Pick<Planner, 'plan'>, { id, family }: Format): boolean {
  return UNPACKED.has(family) && planner.plan(id, CONTENTS).ok;
}
