import { type Matrix, matrixOf, multiply } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const TYPES = ['unknown', 'text', 'path', 'image', 'shading', 'form'] as const;

const MAX_DEPTH = 8;
/** Forms in forms can repeat an object any number of times. */
const MAX_OBJECTS = 200_000;

/** An object of a page or of one of its forms. */
export type PageObject = {
  readonly object: number;
  readonly type: Exclude<(typeof TYPES)[number], 'form'>;
  /** Its number in this order, which is the same each time. */
  readonly index: number;
  /** Maps the coordinates of the page or form that holds it. */
  readonly outer: Matrix;
  /** Number of forms that hold it. */
  readonly depth: number;
  /** Inside a form that is blended with the page as a whole. */
  readonly isRendered: boolean;
};

/** Visits the objects of a page and of its forms in drawing order. */
export function visitObjects(pdfium: Pdfium, page: number, toPage: Matrix, visit: (object: PageObject) => void): void {
  const { call } = pdfium;
  let index = 0;
  const enter = (object: number, outer: Matrix, depth: number, isRendered: boolean): void => {
    const type = TYPES[call.FPDFPageObj_GetType(object)] ?? 'unknown';
    if (index >= MAX_OBJECTS) return;
    if (type !== 'form') {
      visit({ object, type, index, outer, depth, isRendered });
      index += 1;
      return;
    }
    if (depth >= MAX_DEPTH) return;
    const inner = multiply(matrixOf(pdfium, object), outer);
    const isBlended = isRendered || call.FPDFPageObj_HasTransparency(object) === 1;
    const count = call.FPDFFormObj_CountObjects(object);
    for (let at = 0; at < count; at++) enter(call.FPDFFormObj_GetObject(object, at), inner, depth + 1, isBlended);
  };
  const count = call.FPDFPage_CountObjects(page);
  for (let at = 0; at < count; at++) enter(call.FPDFPage_GetObject(page, at), toPage, 0, false);
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Lets only some objects of a page be drawn while it stays loaded. */
export function activate(pdfium: Pdfium, page: number, isWanted: (object: PageObject) => boolean): void {
  visitObjects(pdfium, page, IDENTITY, (object) => {
    pdfium.call.FPDFPageObj_SetIsActive(object.object, isWanted(object) ? 1 : 0);
  });
}
