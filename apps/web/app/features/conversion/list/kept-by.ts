import type { WayKind } from '@bakkum/conversion/ways';
import type { Format } from '@bakkum/formats/format';
import { axesOfTarget } from '@bakkum/registry/format-axes';

/** What a result keeps of a document or table; each is a message. */
export type Kept = 'structure' | 'text' | 'picture' | 'values' | 'tables';

type Holder = Pick<Format, 'id' | 'family'>;

/** Returns what the result keeps, if that is less than the file can hold and not obvious from the target. */
export function keptBy(kind: WayKind, source: Holder | undefined, target: Holder | undefined): Kept | undefined {
  if (!source || !target || kind === 'layout' || holdsOnlyValues(source)) return undefined;
  if (kind === 'picture') return isPicture(target) ? undefined : 'picture';
  if (source.family !== 'spreadsheet') return kind;
  return holdsOnlyValues(target) ? 'values' : 'tables';
}

function isPicture({ family }: Holder): boolean {
  return family === 'image' || family === 'vector';
}

function holdsOnlyValues(format: Holder): boolean {
  return axesOfTarget(format).every((axis) => axis === 'text');
}
