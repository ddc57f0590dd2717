import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { parsePageList } from '@bakkum/conversion/pages/page-list';
import type { PDFName, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { drawForms } from '../marks/overlay.ts';
import { type Box, chain, fromView, viewOf, written } from '../pages/boxes.ts';
import { drawOnTop, resourceAdder } from '../pages/content.ts';
import { type DrawnAddition, drawingOf } from './drawing.ts';

/** Additions on all pages together. */
const MAX_PLACED = 50_000;
/** Pixels of all different images together, because a few bytes can unpack to many pixels. */
const MAX_PIXELS = 100_000_000;

/**
 * Draws additions over the content of their pages, in the direction the pages are displayed. Fonts and images are stored once,
 * however many pages show them.
 * @returns the number of additions whose pages do not exist
 * @throws ConversionError `invalid-options` or `too-large`
 */
export async function placeAdditions(
  { document, pages }: Part,
  additions: readonly Addition[],
  context: EngineContext,
): Promise<number> {
  const placed: { readonly addition: Addition; readonly indices: readonly number[] }[] = [];
  let shownCount = 0;
  for (const addition of additions) {
    const indices = indicesOf(addition, pages.length);
    shownCount += indices.length;
    if (shownCount > MAX_PLACED) throw new ConversionError('too-large', `more than ${MAX_PLACED} additions on all pages`);
    if (indices.length > 0) placed.push({ addition, indices });
  }
  const drawings = placed.map(({ addition }) => drawingOf(addition));
  if (pixelsIn(drawings) > MAX_PIXELS) throw new ConversionError('too-large', 'all images of additions');
  const forms = await drawForms(
    document,
    drawings.map(({ box, elements }) => ({ size: box, elements })),
    context,
  );
  const byPage = new Map<number, Shown[]>();
  for (const [at, { indices }] of placed.entries()) {
    const [form, box] = [forms[at], drawings[at]?.box];
    if (form && box) for (const index of indices) byPage.set(index, [...(byPage.get(index) ?? []), { form, box }]);
  }
  for (const [index, shown] of byPage) {
    const page = pages[index]?.dict;
    if (page) drawOn(page, shown);
  }
  return additions.length - placed.length;
}

function pixelsIn(drawings: readonly DrawnAddition[]): number {
  const images = new Map(drawings.flatMap(({ image }) => (image ? [[image.url, image.pixels] as const] : [])));
  return [...images.values()].reduce((sum, pixels) => sum + pixels, 0);
}

type Shown = { readonly form: PDFRef; readonly box: Box };

/** Indices of the pages an addition is on, without repetitions; none if they do not exist. */
function indicesOf({ pages }: Addition, pageCount: number): readonly number[] {
  try {
    const entries = parsePageList(pages, pageCount).flat();
    return [...new Set(entries.flatMap(({ index }) => (index === undefined ? [] : [index])))];
  } catch (failure) {
    if (failure instanceof ConversionError && failure.code === 'invalid-options') return [];
    throw failure;
  }
}

function drawOn(page: Part['pages'][number]['dict'], shown: readonly Shown[]): void {
  const view = viewOf(page);
  const add = resourceAdder(page, 'XObject');
  const names = new Map<PDFRef, PDFName>();
  const operators = shown.map(({ form, box: { x, y, height } }) => {
    const name = names.get(form) ?? add('Addition', form);
    names.set(form, name);
    const place = chain([1, 0, 0, 1, x, view.height - y - height], fromView(view));
    return `q ${written(place)} cm ${name.toString()} Do Q\n`;
  });
  drawOnTop(page, operators.join(''));
}
