import { CONTENTS } from '@bakkum/archive-tree/contents';
import { FILES } from '@bakkum/archive-tree/tree';
import type { Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';
import { manifest as zip } from '../../../../engines/zip/manifest.ts';

export { CONTENTS };

/** Programs can be unpacked too, though that is not their default target. */
const UNPACKED: ReadonlySet<Format['family']> = new Set(['archive', 'program']);

/** Returns whether the files of this format can be extracted and listed. Documents with attachments are no archives. */
export function hasContents(planner: Pick<Planner, 'plan'>, { id, family }: Format): boolean {
  return UNPACKED.has(family) && planner.plan(id, CONTENTS).ok;
}

const ZIP_FORMATS: ReadonlySet<string> = new Set(zip.conversions.flatMap(({ from, to }) => (to.includes(FILES) ? from : [])));

/** Returns whether archives of this format state the sizes of their files before they are extracted. */
export function declaresSizes(format: string): boolean {
  return ZIP_FORMATS.has(format);
}
