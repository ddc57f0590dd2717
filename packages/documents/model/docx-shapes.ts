import { emu, shapeProperties } from './drawing-shapes.ts';
import type { Shape } from './graphics.ts';

const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
const GROUP = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup';

type Frame = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Ids = { drawingId(): number };

/**
 * Shapes as the graphic of a drawing.
 * @param frame the place from which theirs is measured, and the size of the drawing
 */
export function shapesGraphic(shapes: readonly Shape[], frame: Frame, ids: Ids): string {
  const [only, ...more] = shapes;
  if (only && more.length === 0 && only.left === frame.left && only.top === frame.top)
    return graphicData(SHAPE, shapeXml(only, frame));
  return graphicData(GROUP, groupXml(shapes, frame, ids));
}

/** Programs that cannot draw the shapes skip them. */
export function alternative(drawing: string): string {
  const prefix = drawing.includes('<wpg:wgp>') ? 'wpg' : 'wps';
  return `<mc:AlternateContent><mc:Choice Requires="${prefix}">${drawing}</mc:Choice></mc:AlternateContent>`;
}

const graphicData = (uri: string, content: string): string =>
  `<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic>`;

function shapeXml(shape: Shape, { left, top }: Frame, name = ''): string {
  return `<wps:wsp>${name}<wps:cNvSpPr/><wps:spPr>${shapeProperties(shape, { x: left, y: top })}</wps:spPr><wps:bodyPr/></wps:wsp>`;
}

function groupXml(shapes: readonly Shape[], frame: Frame, ids: Ids): string {
  const size = `cx="${emu(frame.width)}" cy="${emu(frame.height)}"`;
  const area = `<a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/></a:xfrm>`;
  const inside = shapes.map((shape) => {
    const id = ids.drawingId();
    return shapeXml(shape, frame, `<wps:cNvPr id="${id}" name="Shape ${id}"/>`);
  });
  return `<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr>${area}</wpg:grpSpPr>${inside.join('')}</wpg:wgp>`;
}
