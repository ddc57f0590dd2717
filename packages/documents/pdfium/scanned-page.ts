import { type Matrix, matrixOf, multiply } from './matrix.ts';
import type { Pdfium } from './program.ts';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const IMAGE = 3;
const FORM = 5;
const MAX_DEPTH = 8;

/** A page is a scan if images cover at least this share of it and it has at most this many characters, such as those of a stamp. */
const COVERED = 0.8;
const FEW_CHARACTERS = 20;

/** Whether images cover a page and it has hardly any text. */
export function isScannedPage(pdfium: Pdfium, page: number): boolean {
  const { call } = pdfium;
  const area = call.FPDF_GetPageWidthF(page) * call.FPDF_GetPageHeightF(page);
  return imageArea(pdfium, page) > area * COVERED && !hasText(pdfium, page);
}

/** Area of the boxes around all images, in square points. */
function imageArea(pdfium: Pdfium, page: number): number {
  const { call } = pdfium;
  const areaOf = (object: number, outer: Matrix, depth: number): number => {
    const type = call.FPDFPageObj_GetType(object);
    if (type !== IMAGE && (type !== FORM || depth > MAX_DEPTH)) return 0;
    const matrix = multiply(matrixOf(pdfium, object), outer);
    if (type === IMAGE) return boxArea(matrix);
    let sum = 0;
    for (let index = call.FPDFFormObj_CountObjects(object) - 1; index >= 0; index -= 1)
      sum += areaOf(call.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
    return sum;
  };
  let sum = 0;
  for (let index = call.FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1)
    sum += areaOf(call.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
  return sum;
}

/** Area of the box around a transformed unit square. */
const boxArea = ([a, b, c, d]: Matrix): number => (Math.abs(a) + Math.abs(c)) * (Math.abs(b) + Math.abs(d));

function hasText({ call }: Pdfium, page: number): boolean {
  const text = call.FPDFText_LoadPage(page);
  try {
    const count = call.FPDFText_CountChars(text);
    let found = 0;
    for (let at = 0; at < count && found <= FEW_CHARACTERS; at += 1)
      if (/\S/.test(String.fromCharCode(call.FPDFText_GetUnicode(text, at)))) found += 1;
    return found > FEW_CHARACTERS;
  } finally {
    call.FPDFText_ClosePage(text);
  }
}
