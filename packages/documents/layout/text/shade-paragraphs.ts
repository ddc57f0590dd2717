import type { Draft, ParagraphDraft } from '../drafts.ts';
import { type Fill, shared } from '../page-content.ts';
import { ABOVE_BASELINE } from '../tables/cell-text.ts';

const WHITE = '#ffffff';
/** Maximum distance of an area from its paragraph, relative to the line height and in points. */
const MAX_ROOM = 0.45;
const MAX_SIDE = 8;
const SINGLE_PITCH = 1.2;

/** Gives paragraphs the colour of an area as large as they are, and passes these areas to `use`. */
export function shadeParagraphs<Item extends Draft>(
  drafts: readonly Item[],
  fills: readonly Fill[],
  use: (fill: Fill) => void,
): readonly Item[] {
  const coloured = fills.filter(({ colour }) => colour !== WHITE);
  if (coloured.length === 0) return drafts;
  return drafts.map((draft) => {
    if (draft.kind !== 'paragraph' || draft.isVertical) return draft;
    const fill = coloured.findLast((one) => fits(one, draft) && !drafts.some((other) => other !== draft && isOn(other, one)));
    if (!fill) return draft;
    use(fill);
    return { ...draft, shading: fill.colour };
  });
}

function fits({ left, right, top, bottom }: Fill, draft: ParagraphDraft): boolean {
  const { firstBaseline, lastBaseline, column, firstLeft, bodyLeft, size, pitch = size * SINGLE_PITCH } = draft;
  const isNear = (edge: number, expected: number): boolean => Math.abs(edge - expected) < pitch * MAX_ROOM;
  return (
    isNear(top, firstBaseline - pitch * ABOVE_BASELINE) &&
    isNear(bottom, lastBaseline + pitch * (1 - ABOVE_BASELINE)) &&
    Math.abs(Math.min(firstLeft, bodyLeft) - left) < MAX_SIDE &&
    Math.abs(column.right - right) < MAX_SIDE
  );
}

function isOn(draft: Draft, fill: Fill): boolean {
  return shared(draft.left, draft.right, fill.left, fill.right) > 1 && shared(draft.top, draft.bottom, fill.top, fill.bottom) > 1;
}
