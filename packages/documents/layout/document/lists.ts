import type { ListMarker, ListPlace } from '@bakkum/document-model/model';
import type { ParagraphDraft } from '../drafts.ts';
import { continues } from '../text/list-markers.ts';

/** Items whose markers differ in position by less than this are on one level, in points. */
const SAME_LEVEL = 4;
const MAX_LEVEL = 8;

type Open = { readonly left: number; list: number; marker: ListMarker; readonly items: ParagraphDraft[] };

/** Assigns paragraphs to lists and levels. Levels follow the indentation of the markers; headings end all lists. */
export function listPlaces(
  paragraphs: readonly ParagraphDraft[],
  isHeading: (draft: ParagraphDraft) => boolean,
): ReadonlyMap<ParagraphDraft, ListPlace> {
  const places = new Map<ParagraphDraft, ListPlace>();
  const lists: Open[] = [];
  let open: Open[] = [];
  for (const draft of paragraphs) {
    if (isHeading(draft)) {
      open = [];
      continue;
    }
    if (!draft.marker) continue;
    const left = draft.firstLeft - draft.column.left;
    const { marker } = draft;
    open = open.filter((one) => one.left <= left + SAME_LEVEL).slice(0, MAX_LEVEL);
    const top = open.at(-1);
    const isSame = top !== undefined && Math.abs(top.left - left) <= SAME_LEVEL;
    if (isSame && continues(top.marker, marker)) {
      top.marker = marker;
      top.items.push(draft);
    } else {
      if (isSame) open.pop();
      const started: Open = { left, list: lists.length, marker, items: [draft] };
      lists.push(started);
      open.push(started);
    }
    places.set(draft, { list: open.at(-1)?.list ?? 0, level: open.length - 1, marker });
  }
  for (const { items } of lists) if (!isList(items)) for (const item of items) places.delete(item);
  return places;
}

/** A single number other than the first of a sequence is ordinary text: `A. Smith`, `1999.`. */
function isList(items: readonly ParagraphDraft[]): boolean {
  const [first] = items;
  if (items.length > 1 || first?.marker?.kind !== 'number') return true;
  return first.marker.value === 1 && first.marker.style !== 'upper-letter';
}
