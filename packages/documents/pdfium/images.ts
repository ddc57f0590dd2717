import { type Matrix, matrixOf, multiply } from './matrix.ts';
import type { Pdfium } from './program.ts';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const IMAGE = 3;
const FORM = 5;
const MAX_DEPTH = 8;

export type PlacedImage = {
  /** FPDF_PAGEOBJECT. */
  readonly object: number;
  /** Maps the unit square to the page. */
  readonly matrix: Matrix;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
};

/** Returns the images of a page, also those inside forms. */
export function imagesOn(pdfium: Pdfium, page: number): readonly PlacedImage[] {
  const { call } = pdfium;
  const found: PlacedImage[] = [];
  const visit = (object: number, outer: Matrix, depth: number): void => {
    const type = call.FPDFPageObj_GetType(object);
    if (type !== IMAGE && (type !== FORM || depth > MAX_DEPTH)) return;
    const matrix = multiply(matrixOf(pdfium, object), outer);
    if (type === IMAGE) {
      found.push({ object, matrix, ...sizeOf(pdfium, object) });
      return;
    }
    for (let index = call.FPDFFormObj_CountObjects(object) - 1; index >= 0; index -= 1)
      visit(call.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
  };
  for (let index = call.FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1)
    visit(call.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
  return found;
}

function sizeOf({ call, scratch, view }: Pdfium, image: number): Pick<PlacedImage, 'width' | 'height'> {
  if (call.FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4) === 0) return { width: 0, height: 0 };
  return { width: view().getUint32(scratch, true), height: view().getUint32(scratch + 4, true) };
}

/** Returns the data of an image as stored. */
export function storedBytes(pdfium: Pdfium, image: number): Uint8Array<ArrayBuffer> {
  const { call } = pdfium;
  const length = call.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (length === 0) return new Uint8Array();
  const at = pdfium.allocate(length);
  try {
    call.FPDFImageObj_GetImageDataRaw(image, at, length);
    return new Uint8Array(pdfium.bytes(at, length));
  } finally {
    pdfium.free(at);
  }
}
