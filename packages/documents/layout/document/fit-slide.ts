import type { Block, PageSetup } from '@bakkum/document-model/model';
import type { BandDraft, Draft } from '../drafts.ts';
import { heightOf } from '../page-content.ts';
import type { LinePlaces } from './line-places.ts';

/** A band of a page with its output: one block per draft of its columns, in order. */
export type PlacedBand = { readonly band: BandDraft; readonly roomAbove: number; readonly blocks: readonly Block[] };

/** Reserved fraction of the page height, for wider typefaces and accumulated rounding. */
const RESERVE = 0.1;
/** Minimum scale of images. */
const MIN_SCALE = 0.4;

/**
 * Makes the content of a slide fit its page. Content that was side by side is stacked in a document, so vertical space is reduced
 * first, then images.
 */
export function fitted<Strip extends PlacedBand>(
  strips: readonly Strip[],
  { height, margins }: PageSetup,
  places: LinePlaces,
): readonly Strip[] {
  const room = (height - margins.top - margins.bottom) * (1 - RESERVE);
  const needs = strips.map((strip) => needsOf(strip, places));
  const [space, text, pictures] = [
    sum(needs.map((need) => need.space)),
    sum(needs.map((need) => need.text)),
    sum(needs.map((need) => need.pictures)),
  ];
  const spare = room - text - pictures;
  if (spare >= space) return strips;
  const spacing = Math.max(0, spare) / Math.max(1, space);
  const zoom = spare >= 0 ? 1 : Math.max(MIN_SCALE, Math.min(1, (room - text) / Math.max(1, pictures)));
  return strips.map((strip) => ({
    ...strip,
    roomAbove: strip.roomAbove * spacing,
    blocks: strip.blocks.map((block) => resized({ ...block, spaceBefore: block.spaceBefore * spacing }, zoom)),
  }));
}

type Needs = { readonly space: number; readonly text: number; readonly pictures: number };

/** Height of its tallest column. */
function needsOf({ band, roomAbove, blocks }: PlacedBand, places: LinePlaces): Needs {
  let at = 0;
  const columns = band.columns.map((drafts) => {
    const own = blocks.slice(at, at + drafts.length);
    at += drafts.length;
    return {
      space: sum(own.map(({ spaceBefore }) => spaceBefore)),
      text: sum(drafts.map((draft) => textHeight(draft, places))),
      pictures: sum(drafts.map((draft) => (draft.kind === 'picture' ? heightOf(draft) : 0))),
    };
  });
  const [highest] = columns.toSorted((a, b) => b.space + b.text + b.pictures - (a.space + a.text + a.pictures));
  return { space: roomAbove + (highest?.space ?? 0), text: highest?.text ?? 0, pictures: highest?.pictures ?? 0 };
}

function textHeight(draft: Draft, places: LinePlaces): number {
  if (draft.kind === 'paragraph') return draft.lines * places.heightOf(draft);
  return draft.kind === 'table' ? heightOf(draft) : 0;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function resized(block: Block, zoom: number): Block {
  if (zoom === 1 || block.kind === 'table') return block;
  if (block.kind === 'picture')
    return { ...block, picture: { ...block.picture, width: block.picture.width * zoom, height: block.picture.height * zoom } };
  return {
    ...block,
    content: block.content.map((inline) =>
      inline.kind === 'picture'
        ? { ...inline, picture: { ...inline.picture, width: inline.picture.width * zoom, height: inline.picture.height * zoom } }
        : inline,
    ),
  };
}
