import type { PdfDocument } from '@bakkum/document-pdfium/document';
import type { Pdfium } from '@bakkum/document-pdfium/program';

const MAX_DEPTH = 40;
/** Structure types that identify a paragraph; others only group. */
const TELLING = /^(H|H[1-6]|P|LI|Lbl|LBody|TH|TD|Caption|Note|Title|TOCI|Formula|Figure|Artifact)$/;

/** Returns the nearest meaningful structure type for each marked content id of a tagged page (ISO 32000-1, 14.7). */
export function readRoles(pdfium: Pdfium, page: number): ReadonlyMap<number, string> {
  const { call } = pdfium;
  const roles = new Map<number, string>();
  const tree = call.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return roles;
  const visit = (element: number, above: string, depth: number): void => {
    if (element === 0 || depth > MAX_DEPTH) return;
    const type = pdfium.wideText((at, bytes) => call.FPDF_StructElement_GetType(element, at, bytes));
    const role = TELLING.test(type) ? type : above;
    const count = call.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index++) {
      const mark = call.FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (mark >= 0) roles.set(mark, role);
      else visit(call.FPDF_StructElement_GetChildAtIndex(element, index), role, depth + 1);
    }
  };
  const count = call.FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < count; index++) visit(call.FPDF_StructTree_GetChildAtIndex(tree, index), '', 0);
  call.FPDF_StructTree_Close(tree);
  return roles;
}

/** Reads an entry of the information dictionary, such as `Title` or `Author`. */
export function readProperty({ pdfium, handle }: PdfDocument, name: string): string {
  const key = new TextEncoder().encode(`${name}\0`);
  const place = pdfium.allocate(key.length);
  pdfium.bytes(place, key.length).set(key);
  const text = pdfium.wideText((at, bytes) => pdfium.call.FPDF_GetMetaText(handle, place, at, bytes));
  pdfium.free(place);
  return text.trim();
}
