import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { facesInOrder } from '@bakkum/document-typefaces/catalogue';
import { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { ObjectCopier } from '../document/copier.ts';
import { readPageTree } from '../document/page-tree.ts';
import { fromView, viewOf, written } from '../pages/boxes.ts';
import { addResource, drawOnTop, pageAsForm } from '../pages/content.ts';

/** SVG elements to draw on a page as displayed, in points from its top left corner. Empty if there is nothing to draw. */
export type Drawing = string;

/** Points per CSS pixel, the unit of SVG. */
const POINTS = 72 / 96;

/**
 * Draws on pages. Text in any script is searchable, and fonts are embedded as subsets. Identical drawings are stored once.
 */
export async function drawOverlays(
  { document, pages }: Part,
  draw: (size: { readonly width: number; readonly height: number }, at: number) => Drawing,
  context: EngineContext,
): Promise<void> {
  const drawings = pages.map(({ dict: page }, at) => {
    const view = viewOf(page);
    const elements = draw(view, at);
    return elements === '' ? undefined : { page, view, svg: svgOf(view, elements) };
  });
  const different = [...new Set(drawings.flatMap((drawing) => drawing?.svg ?? []))];
  if (different.length === 0) return;
  const forms = await drawnForms(document, different, context);
  for (const drawing of drawings) {
    const form = drawing && forms.get(drawing.svg);
    if (!drawing || !form) continue;
    const key = addResource(drawing.page, 'XObject', 'Mark', form);
    drawOnTop(drawing.page, `q ${written(fromView(drawing.view))} cm ${key.toString()} Do Q`);
  }
}

/**
 * Draws elements as form objects of their sizes, in points, which can be used anywhere in the document. Identical drawings share one.
 * @throws ConversionError `invalid-options` if an image cannot be read
 */
export async function drawForms(
  target: PDFDocument,
  drawings: readonly { readonly size: { readonly width: number; readonly height: number }; readonly elements: Drawing }[],
  context: EngineContext,
): Promise<readonly (PDFRef | undefined)[]> {
  if (drawings.length === 0) return [];
  const all = drawings.map(({ size, elements }) => svgOf(size, elements));
  const forms = await drawnForms(target, [...new Set(all)], context);
  return all.map((svg) => forms.get(svg));
}

function svgOf({ width, height }: { readonly width: number; readonly height: number }, elements: string): string {
  const size = `width="${width / POINTS}" height="${height / POINTS}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g transform="scale(${1 / POINTS})">${elements}</g></svg>`;
}

async function drawnForms(
  target: PDFDocument,
  drawings: readonly string[],
  context: EngineContext,
): Promise<ReadonlyMap<string, PDFRef>> {
  const text = drawings.join('');
  const orders = { sans: facesInOrder('sans', 'gothic', text), serif: facesInOrder('serif', 'myeongjo', text) };
  const pdf = createPagesPdf({
    choose: (family, bold) => orders[family === 'serif' ? 'serif' : 'sans'].map((face) => ({ face, embolden: bold })),
    load: (face) => context.bytes(face),
  });
  for (const drawing of drawings) {
    context.signal.throwIfAborted();
    await pdf.addPage(drawing);
  }
  if (pdf.lostPictures() > 0) throw new ConversionError('invalid-options', 'an image that is not a JPEG or PNG');
  const overlay = await PDFDocument.load(await pdf.finish('').arrayBuffer(), { updateMetadata: false });
  const { pages, nodes } = readPageTree(overlay);
  const copier = new ObjectCopier(overlay, target, nodes);
  const forms = pages.map(({ dict }) => copier.value(pageAsForm(dict, viewOf(dict).box)));
  copier.finish();
  return new Map(
    drawings.flatMap((drawing, at) => {
      const form = forms[at];
      return form instanceof PDFRef ? [[drawing, form] as const] : [];
    }),
  );
}
