import { anchorOf, pictureGraphic, type Relations } from './docx-runs.ts';
import { emu, shapeProperties } from './drawing-shapes.ts';
import type { Graphic, Shape } from './graphics.ts';

const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
const GROUP = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup';

/** Runs that anchor graphics behind the text, at their place on the page. */
export function graphicRuns(graphics: readonly Graphic[] = [], relations: Relations): string {
  return graphics.map((graphic) => `<w:r>${graphicXml(graphic, relations)}</w:r>`).join('');
}

function graphicXml(graphic: Graphic, relations: Relations): string {
  if (graphic.kind === 'picture') return anchor(graphic, relations, (id) => pictureGraphic(graphic.picture, id, relations));
  const [only, ...more] = graphic.shapes;
  if (!only) return '';
  const isGroup = more.length > 0;
  const drawn = anchor(graphic, relations, () =>
    isGroup ? groupXml(graphic, graphic.shapes, relations) : graphicData(SHAPE, shapeXml(only, only)),
  );
  return `<mc:AlternateContent><mc:Choice Requires="${isGroup ? 'wpg' : 'wps'}">${drawn}</mc:Choice></mc:AlternateContent>`;
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

const graphicData = (uri: string, content: string): string =>
  `<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic>`;

function shapeXml(shape: Shape, { left, top }: { readonly left: number; readonly top: number }, name = ''): string {
  return `<wps:wsp>${name}<wps:cNvSpPr/><wps:spPr>${shapeProperties(shape, { x: left, y: top })}</wps:spPr><wps:bodyPr/></wps:wsp>`;
}

function groupXml({ left, top, width, height }: Graphic, shapes: readonly Shape[], relations: Relations): string {
  const size = `cx="${emu(width)}" cy="${emu(height)}"`;
  const frame = `<a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/></a:xfrm>`;
  const inside = shapes.map((shape) => {
    const id = relations.drawingId();
    return shapeXml(shape, { left, top }, `<wps:cNvPr id="${id}" name="Shape ${id}"/>`);
  });
  return graphicData(GROUP, `<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr>${frame}</wpg:grpSpPr>${inside.join('')}</wpg:wgp>`);
}
