import { anchorOf, pictureGraphic, type Relations } from './docx-runs.ts';
import { alternative, shapesGraphic } from './docx-shapes.ts';
import { emu } from './drawing-shapes.ts';
import type { Graphic } from './graphics.ts';

/** Runs that anchor graphics behind the text, at their place on the page. */
export function graphicRuns(graphics: readonly Graphic[] = [], relations: Relations): string {
  return graphics.map((graphic) => `<w:r>${graphicXml(graphic, relations)}</w:r>`).join('');
}

function graphicXml(graphic: Graphic, relations: Relations): string {
  if (graphic.kind === 'picture') return anchor(graphic, relations, (id) => pictureGraphic(graphic.picture, id, relations));
  if (graphic.shapes.length === 0) return '';
  return alternative(anchor(graphic, relations, () => shapesGraphic(graphic.shapes, graphic, relations)));
}

/** An object behind the text, measured from the edges of the page. */
function anchor({ left, top, width, height }: Graphic, relations: Relations, content: (id: number) => string): string {
  const id = relations.drawingId();
  const page = (offset: number): { readonly area: 'page'; readonly offset: number } => ({ area: 'page', offset });
  const place = anchorOf({ horizontal: page(left), vertical: page(top), wrap: 'behind-text' }, id);
  return (
    `<w:drawing>${place.before}<wp:extent cx="${emu(width)}" cy="${emu(height)}"/>${place.wrap}` +
    `<wp:docPr id="${id}" name="Background ${id}"/><wp:cNvGraphicFramePr/>${content(id)}${place.after}</w:drawing>`
  );
}
