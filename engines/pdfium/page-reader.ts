import type { PageContent } from '@bakkum/document-layout/page-content';
import type { PdfDocument } from '@bakkum/document-pdfium/document';
import { pageMatrix } from '@bakkum/document-pdfium/geometry';
import { readFields } from './fields.ts';
import { readGlyphs } from './glyphs.ts';
import { readLinks } from './links.ts';
import { type PictureObject, readShapes, type Wanted } from './shapes.ts';
import { readRoles } from './structure.ts';

/** Reads the content of a loaded page, and the image objects that `pictures` refers to. */
export function readPage(
  document: PdfDocument,
  page: number,
  wanted: Exclude<Wanted, 'pictures'> = 'places',
): { readonly content: PageContent; readonly objects: readonly PictureObject[] } {
  const { pdfium } = document;
  const toPage = pageMatrix(pdfium, page);
  const { objects, ...shapes } = readShapes(pdfium, page, toPage, wanted);
  const content: PageContent = {
    width: pdfium.call.FPDF_GetPageWidthF(page),
    height: pdfium.call.FPDF_GetPageHeightF(page),
    glyphs: readGlyphs(pdfium, page, toPage),
    ...shapes,
    links: readLinks(document, page, toPage),
    fields: readFields(document, page, toPage),
    roles: readRoles(pdfium, page),
  };
  return { content, objects };
}
