import type { OptionValues } from '@bakkum/conversion/options';
import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { arrayOf, deleteUnreachable, dictsIn, name, nameOf, reachable } from '../document/objects.ts';
import { writePageLabels } from '../document/page-labels.ts';
import { type PageNode, writePageTree } from '../document/page-tree.ts';
import { flatten } from '../marks/flatten.ts';
import {
  boxOf,
  chain,
  fromView,
  type Matrix,
  numbersOf,
  setBox,
  toView,
  transformed,
  type View,
  viewOf,
  written,
} from './boxes.ts';
import { pageAsForm, transformContent } from './content.ts';

/** Widths and heights in points, upright. */
const PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  b5: [498.9, 708.66],
  letter: [612, 792],
  legal: [612, 1008],
};

/** Returns the selected paper size; `undefined` keeps the size of the pages. */
export function paperOf({ paperSize }: OptionValues): string | undefined {
  return typeof paperSize === 'string' && Object.hasOwn(PAPERS, paperSize) ? paperSize : undefined;
}

export function layoutOf({ pagesPerSheet }: OptionValues): Layout | undefined {
  return typeof pagesPerSheet === 'string' && isLayout(pagesPerSheet) ? pagesPerSheet : undefined;
}

function isLayout(text: string): text is Layout {
  return Object.hasOwn(GRIDS, text);
}

/** Scales pages to a paper size and centers them, keeping their orientation. Links, comments and fields move with the content. */
export function resizePages({ document, pages }: Part, paper: string): void {
  const size = PAPERS[paper];
  if (!size) return;
  const moved = new Map<PDFRef, Matrix>();
  for (const { ref, dict: page } of pages) {
    const view = viewOf(page);
    const [width, height] = oriented(size, view);
    const fit = fitted(view, { x: 0, y: 0, width, height });
    const isSide = view.rotation === 90 || view.rotation === 270;
    const sheet: View = {
      ...view,
      width,
      height,
      box: { x: 0, y: 0, width: isSide ? height : width, height: isSide ? width : height },
    };
    const matrix = chain(chain(toView(view), fit), fromView(sheet));
    transformContent(page, matrix);
    for (const key of ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) page.delete(name(key));
    setBox(page, 'MediaBox', sheet.box);
    for (const [annotation] of dictsIn(arrayOf(page, 'Annots'), document.context)) moveAnnotation(annotation, matrix);
    moved.set(ref, matrix);
  }
  moveDestinations(document, (page) => {
    const matrix = moved.get(page);
    return matrix && { page, matrix };
  });
}

function oriented([short, long]: readonly [number, number], { width, height }: View): readonly [number, number] {
  return width > height ? [long, short] : [short, long];
}

/** Fits a page as displayed into the center of a cell, keeping its proportions. */
function fitted(
  { width, height }: View,
  cell: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Matrix {
  const scale = Math.min(cell.width / width, cell.height / height);
  return [scale, 0, 0, scale, cell.x + (cell.width - width * scale) / 2, cell.y + (cell.height - height * scale) / 2];
}

/** Keys of annotations that hold coordinates, in addition to `Rect` (ISO 32000-1, 12.5.6). */
const POINT_LISTS = ['QuadPoints', 'Vertices', 'L', 'CL'];

function moveAnnotation(annotation: PDFDict, matrix: Matrix): void {
  const { context } = annotation;
  const rect = boxOf(arrayOf(annotation, 'Rect'));
  if (rect) setBox(annotation, 'Rect', transformed(rect, matrix));
  for (const key of POINT_LISTS) {
    const points = numbersOf(arrayOf(annotation, key));
    if (points.length > 0) annotation.set(name(key), context.obj([...movedPoints(points, matrix)]));
  }
  const strokes = arrayOf(annotation, 'InkList')?.asArray() ?? [];
  if (strokes.length === 0) return;
  const list = PDFArray.withContext(context);
  for (const stroke of strokes) {
    const points = context.lookup(stroke);
    list.push(context.obj([...movedPoints(points instanceof PDFArray ? numbersOf(points) : [], matrix)]));
  }
  annotation.set(name('InkList'), list);
}

function movedPoints(points: readonly number[], [a, b, c, d, e, f]: Matrix): readonly number[] {
  return points.flatMap((x, at) => {
    const y = points[at + 1];
    return at % 2 === 1 || y === undefined ? [] : [a * x + c * y + e, b * x + d * y + f];
  });
}

type Moved = { readonly page: PDFRef; readonly matrix: Matrix };

/** Updates links and bookmarks to the new positions of their destinations. */
function moveDestinations(document: PDFDocument, moved: (page: PDFRef) => Moved | undefined): void {
  for (const object of reachable(document).objects) {
    if (!(object instanceof PDFArray) || object.size() < 2) continue;
    const [page, fit] = [object.get(0), object.lookup(1)];
    const target = page instanceof PDFRef && fit instanceof PDFName ? moved(page) : undefined;
    if (!target || !(fit instanceof PDFName)) continue;
    object.set(0, target.page);
    if (fit === name('XYZ')) movePlace(object, target.matrix);
    else if (fit !== name('Fit') && fit !== name('FitB')) {
      object.set(1, name('Fit'));
      for (let at = object.size() - 1; at > 1; at -= 1) object.remove(at);
    }
  }
}

function movePlace(place: PDFArray, matrix: Matrix): void {
  const [x, y] = [place.lookup(2), place.lookup(3)];
  const point = [x, y].map((value) => (value instanceof PDFNumber ? value.asNumber() : 0));
  const [left = 0, top = 0] = movedPoints(point, matrix);
  if (x instanceof PDFNumber) place.set(2, PDFNumber.of(left));
  if (y instanceof PDFNumber) place.set(3, PDFNumber.of(top));
}

/** Pages per sheet, or two per side in the order of a folded booklet. */
export type Layout = '2' | '4' | '6' | '9' | '16' | 'booklet';

const GRIDS: Readonly<Record<Layout, readonly [short: number, long: number]>> = {
  '2': [1, 2],
  '4': [2, 2],
  '6': [2, 3],
  '9': [3, 3],
  '16': [4, 4],
  booklet: [1, 2],
};

/** Points between pages of a sheet. */
const GAP = 6;

/**
 * Puts several pages on each sheet. Form fields and comments are drawn into the pages first; links and bookmarks stay.
 * @param paper size of the sheets. Default: the size of the first page
 * @returns the number of annotations that could not be drawn and are lost
 */
export function placeOnSheets(part: Part, layout: Layout, paper: string | undefined): number {
  const { document, pages } = part;
  const { context } = document;
  const lost = flatten(part);
  const [first] = pages;
  if (!first) return lost;
  const view = viewOf(first.dict);
  const order = layout === 'booklet' ? bookletOrder(pages) : pages;
  const cells = cellsOf(layout, paper, view);
  const moved = new Map<PDFRef, Moved>();
  const sheets: PDFRef[] = [];
  for (let at = 0; at < order.length; at += cells.list.length) {
    const sheet = context.nextRef();
    sheets.push(sheet);
    const placed = cells.list.flatMap((cell, place) => {
      const page = order[at + place];
      return page ? [{ page, cell }] : [];
    });
    context.assign(sheet, sheetWith(document, sheet, { ...cells, placed, moved }));
  }
  writePageTree(document, sheets);
  moveDestinations(document, (page) => moved.get(page));
  writePageLabels(document, []);
  for (const key of ['StructTreeRoot', 'MarkInfo']) document.catalog.delete(name(key));
  deleteUnreachable(document);
  return lost;
}

type Cell = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function cellsOf(
  layout: Layout,
  paper: string | undefined,
  view: View,
): { readonly list: readonly Cell[]; readonly width: number; readonly height: number } {
  const [short, long] = PAPERS[paper ?? ''] ?? [Math.min(view.width, view.height), Math.max(view.width, view.height)];
  const [few, many] = GRIDS[layout];
  // With two or six pages, a sheet in the other orientation is filled best; with a square grid, a sheet in the same orientation.
  const isWide = (few === many) === view.width > view.height;
  const [width, height] = isWide ? [long, short] : [short, long];
  const [columns, rows] = isWide ? [many, few] : [few, many];
  const cell = { width: width / columns, height: height / rows };
  const list = Array.from({ length: columns * rows }, (_, at) => ({
    x: (at % columns) * cell.width + GAP / 2,
    y: height - (Math.floor(at / columns) + 1) * cell.height + GAP / 2,
    width: cell.width - GAP,
    height: cell.height - GAP,
  }));
  return { list, width, height };
}

type SheetContent = {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly { readonly page: PageNode; readonly cell: Cell }[];
  readonly moved: Map<PDFRef, Moved>;
};

function sheetWith({ context }: PDFDocument, sheet: PDFRef, { width, height, placed, moved }: SheetContent): PDFObject {
  const objects = context.obj({});
  const annotations = PDFArray.withContext(context);
  let operators = '';
  for (const [
    at,
    {
      page: { ref, dict: page },
      cell,
    },
  ] of placed.entries()) {
    const view = viewOf(page);
    const matrix = chain(toView(view), fitted(view, cell));
    const key = name(`P${at}`);
    objects.set(key, pageAsForm(page, view.box));
    operators += `q ${written(matrix)} cm ${key.toString()} Do Q\n`;
    if (!moved.has(ref)) moved.set(ref, { page: sheet, matrix });
    for (const [link, entry] of dictsIn(arrayOf(page, 'Annots'), context)) {
      if (nameOf(link, 'Subtype') !== 'Link') continue;
      moveAnnotation(link, matrix);
      link.set(name('P'), sheet);
      link.delete(name('StructParent'));
      annotations.push(entry);
    }
  }
  const leaf = context.obj({ Type: 'Page', MediaBox: [0, 0, width, height], Resources: { XObject: objects } });
  leaf.set(name('Contents'), context.register(context.flateStream(operators)));
  if (annotations.size() > 0) leaf.set(name('Annots'), annotations);
  return leaf;
}

/** Last and first, second and second to last, …, padded with empty pages to a multiple of four. */
function bookletOrder(pages: readonly PageNode[]): readonly (PageNode | undefined)[] {
  const count = Math.ceil(pages.length / 4) * 4;
  return Array.from({ length: count / 2 }, (_, side) => {
    const [outer, inner] = [count - 1 - side, side];
    return side % 2 === 0 ? [pages[outer], pages[inner]] : [pages[inner], pages[outer]];
  }).flat();
}
