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
  return scanDensity(pdfium, page) !== undefined;
}

/**
 * Returns the pixels per inch of the sharpest image that covers most of a scanned page; `undefined` if images do not cover the page, or
 * if it has text of its own.
 */
export function scanDensity(pdfium: Pdfium, page: number): number | undefined {
  const { call } = pdfium;
  const area = call.FPDF_GetPageWidthF(page) * call.FPDF_GetPageHeightF(page);
  const images = imagesOn(pdfium, page);
  const covered = images.reduce((sum, image) => sum + image.area, 0);
  if (covered <= area * COVERED || hasText(pdfium, page)) return undefined;
  const largest = Math.max(...images.map((image) => image.area));
  return Math.max(...images.filter((image) => image.area >= largest / 2).map(densityOf));
}

/** Size in square points of the box around an image, and its number of pixels. */
type PlacedImage = { readonly area: number; readonly pixels: number };

const densityOf = ({ area, pixels }: PlacedImage): number => Math.sqrt(pixels / Math.max(1, area)) * 72;

function imagesOn(pdfium: Pdfium, page: number): readonly PlacedImage[] {
  const { call } = pdfium;
  const found: PlacedImage[] = [];
  const visit = (object: number, outer: Matrix, depth: number): void => {
    const type = call.FPDFPageObj_GetType(object);
    if (type !== IMAGE && (type !== FORM || depth > MAX_DEPTH)) return;
    const matrix = multiply(matrixOf(pdfium, object), outer);
    if (type === IMAGE) {
      found.push({ area: boxArea(matrix), pixels: pixelsOf(pdfium, object) });
      return;
    }
    for (let index = call.FPDFFormObj_CountObjects(object) - 1; index >= 0; index -= 1)
      visit(call.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
  };
  for (let index = call.FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1)
    visit(call.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
  return found;
}

function pixelsOf({ call, scratch, view }: Pdfium, image: number): number {
  if (call.FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4) === 0) return 0;
  return view().getUint32(scratch, true) * view().getUint32(scratch + 4, true);
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
