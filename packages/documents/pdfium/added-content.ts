import { type PdfDocument, withPage } from './document.ts';
import type { Pdfium } from './program.ts';

/** Annotations that readers show as part of the page (FPDF_ANNOT_FREETEXT, FPDF_ANNOT_STAMP and FPDF_ANNOT_INK of fpdf_annot.h). */
const FREE_TEXT = 3;
const STAMP = 13;
const INK = 15;
/** Flags of annotations that readers do not show: Hidden and NoView (ISO 32000-1, table 165). */
const NOT_SHOWN = (1 << 1) | (1 << 5);
const MAX_ANNOTATIONS = 2000;

/**
 * Runs `work` on one page, like `withPage`. Text, stamps and drawings that people added in a PDF reader, for example to fill in a form,
 * become part of the page's content first. They are annotations, which text extraction leaves out.
 */
export async function withWholePage<Result>(
  document: PdfDocument,
  index: number,
  work: (page: number) => Result | Promise<Result>,
): Promise<Result> {
  const first = await withPage(document, index, async (page) =>
    moveIntoContent(document.pdfium, page) ? undefined : { result: await work(page) },
  );
  // The content of a loaded page does not change.
  return first ? first.result : withPage(document, index, work);
}

/** Returns whether the content has changed. */
function moveIntoContent({ call }: Pdfium, page: number): boolean {
  const isShown = (annotation: number): boolean =>
    [FREE_TEXT, STAMP, INK].includes(call.FPDFAnnot_GetSubtype(annotation)) &&
    (call.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN) === 0;
  let moved = false;
  for (let index = Math.min(MAX_ANNOTATIONS, call.FPDFPage_GetAnnotCount(page)) - 1; index >= 0; index--) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (isShown(annotation) && call.EPDFAnnot_Flatten(page, annotation) !== 0) moved = true;
    call.FPDFPage_CloseAnnot(annotation);
  }
  return moved && call.FPDFPage_GenerateContent(page) !== 0;
}
