import { PDFArray, PDFDict, type PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { arrayOf, dictOf, dictsIn, name, nameOf, numberOf } from '../document/objects.ts';
import { boxOf, chain, type Matrix, numbersOf, transformed, written } from '../pages/boxes.ts';
import { drawOnTop, resourceAdder } from '../pages/content.ts';

const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
/** Annotations that trigger an action instead of showing content. */
const ACTIVE: ReadonlySet<string> = new Set(['Link', 'Popup']);

/**
 * Draws form fields, comments and stamps into the pages, where they can no longer be changed. Links stay.
 * @returns the number of annotations left unchanged because they have no appearance
 */
export function flatten({ document, pages }: Part): number {
  const left = pages.map(({ dict }) => flattenPage(dict));
  const count = left.reduce((sum, more) => sum + more, 0);
  if (count === 0) document.catalog.delete(name('AcroForm'));
  return count;
}

function flattenPage(page: PDFDict): number {
  const { context } = page;
  const kept = PDFArray.withContext(context);
  const operators: string[] = [];
  let left = 0;
  let known: ReturnType<typeof resourceAdder> | undefined;
  const add = (look: PDFRef): PDFName => {
    known ??= resourceAdder(page, 'XObject');
    return known('Annot', look);
  };
  for (const [annotation, entry] of dictsIn(arrayOf(page, 'Annots'), context)) {
    const type = nameOf(annotation, 'Subtype') ?? '';
    if (type === 'Link') kept.push(entry);
    if (ACTIVE.has(type) || ((numberOf(annotation, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0) continue;
    const drawn = drawnAnnotation(annotation, add);
    if (drawn === undefined && hasContent(annotation)) {
      kept.push(entry);
      left += 1;
    } else operators.push(drawn ?? '');
  }
  if (kept.size() > 0) page.set(name('Annots'), kept);
  else page.delete(name('Annots'));
  if (known) drawOnTop(page, operators.join(''));
  return left;
}

/** An empty field without an appearance needs no warning. */
function hasContent(annotation: PDFDict): boolean {
  const value = annotation.lookup(name('V')) ?? dictOf(annotation, 'Parent')?.lookup(name('V'));
  return (
    nameOf(annotation, 'Subtype') !== 'Widget' || (value !== undefined && String(value) !== '()' && String(value) !== '/Off')
  );
}

/** The appearance mapped to the rectangle (ISO 32000-1, 12.5.5, algorithm 8.1). */
function drawnAnnotation(annotation: PDFDict, add: (look: PDFRef) => PDFName): string | undefined {
  const look = appearanceOf(annotation);
  const form = look && annotation.context.lookup(look);
  const rect = boxOf(arrayOf(annotation, 'Rect'));
  if (!look || !(form instanceof PDFStream) || !rect) return undefined;
  const box = boxOf(arrayOf(form.dict, 'BBox'));
  if (!box) return undefined;
  const own = numbersOf(arrayOf(form.dict, 'Matrix'));
  const matrix: Matrix =
    own.length === 6 ? [own[0] ?? 1, own[1] ?? 0, own[2] ?? 0, own[3] ?? 1, own[4] ?? 0, own[5] ?? 0] : [1, 0, 0, 1, 0, 0];
  const around = transformed(box, matrix);
  if (around.width === 0 || around.height === 0) return undefined;
  const scale: Matrix = [rect.width / around.width, 0, 0, rect.height / around.height, 0, 0];
  const placed = chain(chain([1, 0, 0, 1, -around.x, -around.y], scale), [1, 0, 0, 1, rect.x, rect.y]);
  return `q ${written(placed)} cm ${add(look).toString()} Do Q\n`;
}

function appearanceOf(annotation: PDFDict): PDFRef | undefined {
  const looks = dictOf(annotation, 'AP');
  const normal = looks?.get(name('N'));
  const value = looks?.lookup(name('N'));
  if (value instanceof PDFStream) return normal instanceof PDFRef ? normal : undefined;
  const state = nameOf(annotation, 'AS');
  const chosen = value instanceof PDFDict && state !== undefined ? value.get(name(state)) : undefined;
  return chosen instanceof PDFRef ? chosen : undefined;
}
