import { CONTENTS } from '@bakkum/archive-tree/contents';
import type { FormatId } from '@bakkum/conversion/engine';
import type { Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';

export { CONTENTS };

/** Programs can be unpacked too, though that is not their default target. */
const UNPACKED: ReadonlySet<Format['family']> = new Set(['archive', 'program']);

/** Returns whether the files of this format can be extracted and listed. Documents with attachments are no archives. */
export function hasContents(planner: Pick<Planner, 'plan'>, { id, family }: Format): boolean {
  return UNPACKED.has(family) && planner.plan(id, CONTENTS).ok;
}

/** The engine of ZIP archives, which state the sizes of their files before them. */
const ZIP_ENGINE = 'zip';

/** Returns whether archives of this format state the sizes of their files before they are extracted. */
export function declaresSizes(planner: Pick<Planner, 'plan'>, format: FormatId): boolean {
  const answer = planner.plan(format, CONTENTS);
  return answer.ok && answer.plans[0].steps[0].engine === ZIP_ENGINE;
}
