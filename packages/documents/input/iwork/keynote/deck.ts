import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Slide, SlideDeck, SlideItem } from '@bakkum/document-model/slides';
import { fieldsOf, messageAt, messagesIn, numberIn, within } from '../protocol-buffer.ts';
import { Drawables, type Origin } from './drawables.ts';
import { fillOf } from './fills.ts';
import { inherited, type Objects, readObjects, referenceIn, referencesIn, type Stored } from './objects.ts';
import type { Box } from './shapes.ts';

/** Message type of KN.ShowArchive. */
const SHOW = 2;
/** Field of KN.SlideNodeArchive. */
const SKIPPED = 4;
/** Fields of KN.SlideArchive. */
const STYLE = 1;
const TITLE = 5;
const BODY = 6;
const DRAWABLES = 7;
const TEMPLATE = 17;
const PROMPTS = 28;
const ORDERED = 42;
/** Points; that of a wide slide. */
const USUAL_SIZE = { width: 1920, height: 1080 };
/** Templates that are based on others. */
const MAX_TEMPLATES = 8;

export type Read = {
  readonly deck: SlideDeck;
  /** Whether images were left out that are neither JPEG nor PNG. */
  readonly lacksPictures: boolean;
  /** Whether tables, charts or films were left out. */
  readonly lacksObjects: boolean;
};

/**
 * Reads a presentation of Keynote 6 or later: text boxes, shapes and images at their places, with the static content of their
 * templates behind them. Errors: `corrupt`, `too-large`.
 */
export function readDeck(members: ReadonlyMap<string, Bytes>): Read {
  const objects = readObjects(members);
  const [show] = objects.ofType(SHOW);
  if (!show) throw new ConversionError('corrupt', 'no presentation in it');
  const size = within(show.fields, 4);
  const page: Box = {
    left: 0,
    top: 0,
    width: numberIn(size, 1) || USUAL_SIZE.width,
    height: numberIn(size, 2) || USUAL_SIZE.height,
  };
  const drawables = new Drawables(objects, members);
  const slides = slidesOf(objects, show).map((slide) => slideOf(objects, drawables, slide, page));
  return {
    deck: { width: page.width, height: page.height, slides },
    lacksPictures: drawables.lacksPictures,
    lacksObjects: drawables.lacksObjects,
  };
}

/** Slides in the order of the presentation, without those that are skipped when it is shown. */
function slidesOf(objects: Objects, show: Stored): readonly Stored[] {
  const nodes = referencesIn(within(show.fields, 3), 2);
  return nodes.flatMap((node) => {
    const found = objects.get(node);
    return found && numberIn(found.fields, SKIPPED) !== 1 ? (objects.get(referenceIn(found.fields, 2)) ?? []) : [];
  });
}

function slideOf(objects: Objects, drawables: Drawables, slide: Stored, page: Box): Slide {
  const templates = templatesOf(objects, slide);
  const origin: Origin = { x: 0, y: 0, depth: 0 };
  const behind = templates.toReversed().flatMap((template) => {
    const prompts = new Set(promptsOf(template));
    const drawn = drawnIn(template).filter((id) => !prompts.has(id));
    return drawn.flatMap((id) => drawables.itemsOf(id, origin, 'template'));
  });
  const own = drawnIn(slide).flatMap((id) => drawables.itemsOf(id, origin, 'slide'));
  return { items: [...backgroundOf(objects, drawables, [slide, ...templates], page), ...behind, ...own] };
}

/** The template of a slide, and those it is based on. */
function templatesOf(objects: Objects, slide: Stored): readonly Stored[] {
  const templates: Stored[] = [];
  let next = objects.get(referenceIn(slide.fields, TEMPLATE));
  while (next && templates.length < MAX_TEMPLATES) {
    templates.push(next);
    next = objects.get(referenceIn(next.fields, TEMPLATE));
  }
  return templates;
}

/** Text boxes of a template whose text only tells what to write. */
function promptsOf({ fields }: Stored): readonly (number | undefined)[] {
  return messagesIn(fields, PROMPTS).map((prompt) => referenceIn(fieldsOf(prompt), 2));
}

/** Drawables from back to front. Older files keep their order in the list of drawables. */
function drawnIn({ fields }: Stored): readonly number[] {
  const ordered = referencesIn(fields, ORDERED);
  if (ordered.length > 0) return ordered;
  const placeholders = [TITLE, BODY].flatMap((number) => referencesIn(fields, number));
  return [...new Set([...placeholders, ...referencesIn(fields, DRAWABLES)])];
}

/** The fill of the first style that has one. */
function backgroundOf(objects: Objects, drawables: Drawables, slides: readonly Stored[], page: Box): readonly SlideItem[] {
  for (const { fields } of slides) {
    const fill = inherited(
      objects,
      referenceIn(fields, STYLE),
      (style) => within(style, 1),
      (style) => {
        const found = messageAt(style, 11, 1);
        return found && fillOf(found);
      },
    );
    if (!fill) continue;
    if (fill.data !== undefined) return drawables.pictureItems(fill.data, page, undefined);
    return fill.paint ? [filled(page, fill.paint)] : []; // An empty fill is no background.
  }
  return [];
}

function filled(page: Box, fill: { readonly colour: string; readonly opacity: number }): SlideItem {
  const { width, height } = page;
  const corners = [
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const outline = { start: { x: 0, y: 0 }, steps: corners.map((corner) => [corner] as const), isClosed: true };
  return { ...page, kind: 'shapes', shapes: [{ ...page, outlines: [outline], fill }] };
}
