/** PDF/A-2b (ISO 19005-2): files that look the same in decades, because they need nothing from outside. */
import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import { withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { PDFArray, type PDFDict, type PDFDocument } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { inPdfium } from '../document/in-pdfium.ts';
import { arrayOf, deleteUnreachable, dictOf, dictsIn, name, nameOf } from '../document/objects.ts';
import { flatten } from '../marks/flatten.ts';
import { viewOf } from '../pages/boxes.ts';
import { PAGE_IMAGE_DPI, replaceByImage } from '../pages/page-image.ts';
import { hasAttachments, removeForbidden, writeArchivalEntries } from './document-rules.ts';
import { PageRules } from './page-rules.ts';
import { hasOtherMetadata } from './xmp.ts';

/**
 * Makes the pages of a document follow PDF/A-2b. Form fields and comments become part of the pages. A page that draws something
 * forbidden, such as text in a font that is not embedded, becomes an image.
 * @returns what is lost
 */
export async function makeArchival(part: Part, save: Save, context: EngineContext): Promise<readonly Warning[]> {
  const { document, pages } = part;
  const hasFields = (arrayOf(dictOf(document.catalog, 'AcroForm'), 'Fields')?.size() ?? 0) > 0;
  const lost: readonly (readonly [boolean, Warning])[] = [
    [hasAttachments(document), { code: 'attachments-dropped' }],
    [hasOtherMetadata(document), { code: 'metadata-dropped' }],
    [hasFields, { code: 'fields-flattened' }],
    [flatten(part) > 0, { code: 'fields-not-flattened' }],
  ];
  for (const { dict } of pages) keepLinks(dict);
  const rules = new PageRules(document.context);
  const refused = pages.flatMap(({ dict }, index) => (rules.isAllowed(dict) ? [] : [index]));
  if (refused.length > 0) await drawPages(part, refused, await save(document), context);
  deleteUnreachable(document);
  const asImages: Warning = { code: 'archived-pages-as-images', params: { count: refused.length } };
  return [...lost, [refused.length > 0, asImages] as const].flatMap(([isLost, warning]) => (isLost ? [warning] : []));
}

export type Save = (document: PDFDocument) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Makes everything outside of the pages follow PDF/A-2b, and declares it. The last step before saving.
 * @throws ConversionError `unsupported-feature` for data in other files and for names or texts that are too long
 */
export async function finishArchive(document: PDFDocument): Promise<void> {
  await removeForbidden(document);
  deleteUnreachable(document);
  writeArchivalEntries(document);
}

/** Removes all annotations but links. The others are drawn, hidden, or have no appearance. */
function keepLinks(page: PDFDict): void {
  const links = PDFArray.withContext(page.context);
  for (const [annotation, entry] of dictsIn(arrayOf(page, 'Annots'), page.context))
    if (nameOf(annotation, 'Subtype') === 'Link') links.push(entry);
  if (links.size() > 0) page.set(name('Annots'), links);
  else page.delete(name('Annots'));
}

/** Replaces pages by images, one after another, because the pixels of many pages need too much memory. */
async function drawPages(
  { document, pages }: Part,
  indexes: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
  context: EngineContext,
): Promise<void> {
  await inPdfium(bytes, context, async (opened, pdfium) => {
    for (const index of indexes) {
      context.signal.throwIfAborted();
      const page = pages[index]?.dict;
      if (!page) continue;
      const view = viewOf(page);
      const whole = { left: 0, top: 0, width: view.width, height: view.height };
      const drawn = await withPage(opened, index, (open) => drawRegion(pdfium, open, whole, PAGE_IMAGE_DPI));
      replaceByImage(document, page, view, drawn);
    }
  });
}
