import type { PlacedLink } from '@bakkum/document-layout/page-content';
import type { PdfDocument } from '@bakkum/document-pdfium/document';
import { boxAround } from '@bakkum/document-pdfium/geometry';
import type { Matrix } from '@bakkum/document-pdfium/matrix';

/** PDFACTION_URI (fpdf_doc.h). */
const URI = 3;
const MAX_LINKS = 5000;

/** Reads the areas of a page that link to a URL. Links within the file are skipped. */
export function readLinks({ pdfium, handle }: PdfDocument, page: number, toPage: Matrix): PlacedLink[] {
  const { call, scratch } = pdfium;
  const links: PlacedLink[] = [];
  const position = pdfium.allocate(8);
  pdfium.view().setUint32(position, 0, true);
  while (links.length < MAX_LINKS && call.FPDFLink_Enumerate(page, position, position + 4) !== 0) {
    const link = pdfium.view().getUint32(position + 4, true);
    const action = call.FPDFLink_GetAction(link);
    if (action === 0 || call.FPDFAction_GetType(action) !== URI) continue;
    const target = pdfium.text((at, bytes) => call.FPDFAction_GetURIPath(handle, action, at, bytes));
    if (!/^(https?|mailto|ftp|tel):/i.test(target) || call.FPDFLink_GetAnnotRect(link, scratch) === 0) continue;
    const view = pdfium.view();
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
    links.push({ ...boxAround(toPage, left, bottom, right, top), target });
  }
  pdfium.free(position);
  return links;
}
