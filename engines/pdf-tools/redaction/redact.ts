import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { saveDocument } from '@bakkum/document-pdfium/saving';
import type { PDFDocument } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { inPdfium } from '../document/in-pdfium.ts';
import { deleteUnreachable } from '../document/objects.ts';
import { reopen } from '../document/open.ts';
import { flatten } from '../marks/flatten.ts';
import { type Box, fromView, toView, transformed, type View, viewOf, written } from '../pages/boxes.ts';
import { drawOnTop } from '../pages/content.ts';
import { PAGE_IMAGE_DPI, type PageImage, replaceByImage } from '../pages/page-image.ts';
import { removeObjects } from './page-objects.ts';
import { findTerms, hasTextIn, readPageText } from './page-text.ts';
import type { RedactionRequest } from './request.ts';
import { isWritten, removeTerms, removeTraces } from './traces.ts';

export type Redacted = { readonly part: Part; readonly warnings: readonly Warning[] };

/**
 * Removes the requested texts and areas from the pages, and every other copy of them in the file. Text and outlines are cut out of the
 * content. If an image or a larger drawing is under a mark, or the text can still be found afterwards, the page is replaced by an image
 * that includes the mark.
 * @throws ConversionError `unsupported-feature` if a text is still in the file after that
 */
export async function redact(source: Part, request: RedactionRequest, save: Save, context: EngineContext): Promise<Redacted> {
  const { document } = source;
  const refs = source.pages.map(({ ref }) => ref);
  const undrawn = flatten(source);
  removeTraces(document, refs);
  const views = source.pages.map(({ dict }) => viewOf(dict));
  const bytes = await save(document);
  const cut = await cutOut(bytes, request, views, context);
  for (const asImages of [cut.isLeft, new Set(cut.boxes.keys())]) {
    const part = await finished(cut, request, asImages, context);
    if (!isWritten(part.document, request.terms)) return { part, warnings: warningsOf(cut, request, asImages.size, undrawn) };
  }
  throw new ConversionError('unsupported-feature', 'the text is still in the file');
}

export type Save = (document: PDFDocument) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * @param images number of pages that became images
 * @param undrawn number of form fields and comments without an appearance, which are lost
 */
function warningsOf(cut: Cut, { terms }: RedactionRequest, images: number, undrawn: number): readonly Warning[] {
  const missing = new Set(terms.filter((term) => !cut.found.has(term))).size;
  const isNothing = cut.boxes.size === 0;
  return [
    ...(undrawn > 0 ? [{ code: 'fields-not-flattened' } as const] : []),
    ...(isNothing ? [{ code: 'nothing-redacted' } as const] : []),
    ...(missing > 0 && !isNothing ? [{ code: 'texts-not-found', params: { count: missing } } as const] : []),
    ...(cut.unread > 0 && !isNothing ? [{ code: 'pages-not-searched', params: { count: cut.unread } } as const] : []),
    ...(images > 0 ? [{ code: 'redacted-pages-as-images' } as const] : []),
  ];
}

type Cut = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly views: readonly View[];
  /** Boxes that were cut out, by page. */
  readonly boxes: ReadonlyMap<number, readonly Box[]>;
  /** Pages with content left under a mark. */
  readonly isLeft: ReadonlySet<number>;
  /** Terms that are on a page. */
  readonly found: ReadonlySet<string>;
  /** Number of pages with content but without text, such as scans, in which no term can be found. */
  readonly unread: number;
};

/** A page with more boxes becomes an image, because cutting takes time for each letter and box. */
const MAX_CUTS = 2000;

async function cutOut(
  bytes: Uint8Array<ArrayBuffer>,
  { terms, areas }: RedactionRequest,
  views: readonly View[],
  context: EngineContext,
): Promise<Cut> {
  const boxes = new Map<number, readonly Box[]>();
  const isLeft = new Set<number>();
  const found = new Set<string>();
  let unread = 0;
  const cut = await inPdfium(bytes, context, async (document, pdfium) => {
    for (const [index, view] of views.entries()) {
      context.signal.throwIfAborted();
      await withPage(document, index, (page) => {
        const text = terms.length > 0 ? readPageText(pdfium, page) : [];
        const here = findTerms(text, terms);
        for (const term of here.terms) found.add(term);
        if (terms.length > 0 && text.length === 0 && pdfium.call.FPDFPage_CountObjects(page) > 0) unread += 1;
        const marked = [...(areas.get(index) ?? []).map((area) => onPage(area, view)), ...here.boxes];
        if (marked.length === 0 && !here.isUnplaced) return;
        boxes.set(index, marked);
        const isCut = marked.length <= MAX_CUTS && !here.isUnplaced && !removeObjects(pdfium, page, marked);
        if (!isCut) isLeft.add(index);
      });
    }
    return saveDocument(document);
  });
  await inPdfium(cut, context, async (document, pdfium) => {
    for (const [index, marked] of boxes) {
      if (isLeft.has(index)) continue;
      await withPage(document, index, (page) => {
        const text = readPageText(pdfium, page);
        if (findTerms(text, terms).terms.size > 0 || hasTextIn(text, marked)) isLeft.add(index);
      });
    }
  });
  return { bytes: cut, views, boxes, isLeft, found, unread };
}

/** Maps a box on the page as displayed, measured from the top, to the coordinates of the page. */
function onPage({ x, y, width, height }: Box, view: View): Box {
  return transformed({ x, y: view.height - y - height, width, height }, fromView(view));
}

async function finished(
  cut: Cut,
  { terms }: RedactionRequest,
  asImages: ReadonlySet<number>,
  context: EngineContext,
): Promise<Part> {
  const part = await reopen(cut.bytes);
  for (const [index, boxes] of cut.boxes) {
    const page = part.pages[index]?.dict;
    if (!page || boxes.length === 0 || asImages.has(index)) continue;
    drawOnTop(page, `0 g ${boxes.map(({ x, y, width, height }) => `${written([x, y, width, height])} re f`).join(' ')}`);
  }
  if (asImages.size > 0) await replaceByImages(part, cut, asImages, context);
  removeTerms(part.document, terms);
  deleteUnreachable(part.document);
  return part;
}

/** Replaces pages by images, one after another, because the pixels of many pages need too much memory. */
async function replaceByImages(
  part: Part,
  { bytes, boxes, views }: Cut,
  pages: ReadonlySet<number>,
  context: EngineContext,
): Promise<void> {
  await inPdfium(bytes, context, async (document, pdfium) => {
    for (const index of pages) {
      context.signal.throwIfAborted();
      const [view, page] = [views[index], part.pages[index]?.dict];
      if (!view || !page) continue;
      const drawn = await withPage(document, index, (open) =>
        drawRegion(pdfium, open, { left: 0, top: 0, width: view.width, height: view.height }, PAGE_IMAGE_DPI),
      );
      for (const box of boxes.get(index) ?? []) blacken(drawn, transformed(box, toView(view)), view);
      replaceByImage(part.document, page, view, drawn);
    }
  });
}

/** Fills whole pixels, so that no edge of a letter stays visible. */
function blacken({ width, height, data }: PageImage, box: Box, view: View): void {
  const zoom = width / view.width;
  const [left, right] = [Math.max(0, Math.floor(box.x * zoom)), Math.min(width, Math.ceil((box.x + box.width) * zoom))];
  const top = Math.max(0, Math.floor((view.height - box.y - box.height) * zoom));
  const bottom = Math.min(height, Math.ceil((view.height - box.y) * zoom));
  for (let row = top; row < bottom; row += 1) {
    const start = (row * width + left) * 4;
    for (let at = start; at < start + Math.max(0, right - left) * 4; at += 4) data.set([0, 0, 0, 255], at);
  }
}
