import { ConversionError } from '@bakkum/conversion/errors';
import { type PDFDict, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { arrayOf, dictOf, name, nameOf, numberOf } from '../document/objects.ts';
import type { PageNode } from '../document/page-tree.ts';
import { chain, type Matrix, numbersOf } from '../pages/boxes.ts';
import { contentOf, contentsOf, pageContent } from '../pages/content.ts';
import { contentOperators } from '../pages/content-operators.ts';

/** Size of an image on paper, in inches. */
export type PrintedSize = { readonly width: number; readonly height: number };

/** A file can nest forms so that one page draws billions of images. */
const MAX_DRAWN = 200_000;
/** Bytes to read again, of forms that are drawn and content that is shown more than once. */
const MAX_READ_AGAIN = 64 * 1024 * 1024;
const MAX_DEPTH = 12;
const POINTS_PER_INCH = 72;

/**
 * Returns the largest size at which each image is drawn on a page. Images that are drawn only by patterns, fonts or annotations are
 * missing; `undefined` if the file cannot be followed or draws too much.
 */
export function printedSizes({ pages }: Part): ReadonlyMap<PDFRef, PrintedSize> | undefined {
  const sizes = new ImageSizes();
  try {
    return pages.every((page) => sizes.addPage(page)) ? sizes.found : undefined;
  } catch (cause) {
    if (cause instanceof ConversionError) return undefined; // packed in an unknown way
    throw cause;
  }
}

class ImageSizes {
  readonly found = new Map<PDFRef, PrintedSize>();
  #drawn = 0;
  readonly #read = new Set<PDFRef>();
  #readAgain = 0;

  addPage({ dict }: PageNode): boolean {
    const unit = (numberOf(dict, 'UserUnit') ?? 1) / POINTS_PER_INCH;
    const content = pageContent(dict);
    for (const ref of contentsOf(dict)) this.#note(ref, content.length);
    if (!this.#isTooMuch()) this.#follow(content, dictOf(dict, 'Resources'), [unit, 0, 0, unit, 0, 0], 0);
    return !this.#isTooMuch();
  }

  #isTooMuch(): boolean {
    return this.#drawn > MAX_DRAWN || this.#readAgain > MAX_READ_AGAIN;
  }

  #note(ref: PDFRef, bytes: number): void {
    if (this.#read.has(ref)) this.#readAgain += bytes;
    this.#read.add(ref);
  }

  #follow(content: Uint8Array, resources: PDFDict | undefined, start: Matrix, depth: number): void {
    const objects = dictOf(resources, 'XObject');
    const saved: Matrix[] = [];
    let matrix = start;
    for (const [operator, operands] of contentOperators(content)) {
      if (operator === 'q') saved.push(matrix);
      else if (operator === 'Q') matrix = saved.pop() ?? matrix;
      else if (operator === 'cm') matrix = chain(matrixOf(operands), matrix);
      else if (operator === 'Do') {
        this.#drawn += 1;
        if (this.#isTooMuch()) return;
        this.#draw(objects, operands[0], resources, matrix, depth);
      }
    }
  }

  #draw(objects: PDFDict | undefined, operand: unknown, resources: PDFDict | undefined, matrix: Matrix, depth: number): void {
    const ref = typeof operand === 'string' ? objects?.get(name(operand.slice(1))) : undefined;
    if (!(ref instanceof PDFRef)) return;
    const object = objects?.context.lookup(ref);
    if (!(object instanceof PDFStream)) return;
    const kind = nameOf(object.dict, 'Subtype');
    if (kind === 'Image') this.#add(ref, matrix);
    else if (kind === 'Form' && depth < MAX_DEPTH) {
      const content = contentOf(object);
      const values = arrayOf(object.dict, 'Matrix');
      this.#note(ref, content.length + (values?.size() ?? 0));
      if (this.#isTooMuch()) return;
      const own = matrixOf(numbersOf(values));
      this.#follow(content, dictOf(object.dict, 'Resources') ?? resources, chain(own, matrix), depth + 1);
    }
  }

  #add(ref: PDFRef, [a, b, c, d]: Matrix): void {
    const known = this.found.get(ref);
    const [width, height] = [Math.hypot(a, b), Math.hypot(c, d)];
    // Matrices can multiply to infinity, or to no number.
    if (!Number.isFinite(width) || !Number.isFinite(height)) return;
    this.found.set(ref, { width: Math.max(width, known?.width ?? 0), height: Math.max(height, known?.height ?? 0) });
  }
}

function matrixOf(operands: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = operands.filter((value) => typeof value === 'number').slice(-6);
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? [1, 0, 0, 1, 0, 0]
    : [a, b, c, d, e, f];
}
