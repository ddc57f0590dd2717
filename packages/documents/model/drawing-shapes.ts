import { type Arrows, type Outline, type Paint, type Point, presetOf, type Shape } from './graphics.ts';

/** 12,700 EMU per point. */
export const emu = (points: number): number => Math.round(points * 12_700);

/** Size of a shape, which may be a line without height; some programs refuse an extent of 0 for areas. */
const extent = (points: number, least: number): number => Math.max(least, emu(points));

/**
 * Place, form, fill and line of a shape in DrawingML (ECMA-376, part 1, 20.1.9), as the content of `spPr`.
 * @param origin subtracted from its place
 */
export function shapeProperties(shape: Shape, origin: Point): string {
  const { left, top, width, height, fill, line } = shape;
  const preset = presetOf(shape);
  const least = preset === 'line' ? 0 : 1;
  const flip = preset === 'line' ? flipOf(shape) : '';
  const place = `<a:xfrm${flip}><a:off x="${emu(left - origin.x)}" y="${emu(top - origin.y)}"/><a:ext cx="${extent(width, least)}" cy="${extent(height, least)}"/></a:xfrm>`;
  const form = preset ? `<a:prstGeom prst="${preset}"><a:avLst/></a:prstGeom>` : customGeometry(shape);
  const dash = line?.isDashed ? '<a:prstDash val="dash"/>' : '';
  const stroke = line
    ? `<a:ln w="${Math.max(1, emu(line.width))}">${solidFill(line)}${dash}${arrowheads(line.arrows)}</a:ln>`
    : '<a:ln><a:noFill/></a:ln>';
  return `${place}${form}${fill ? solidFill(fill) : '<a:noFill/>'}${stroke}`;
}

function solidFill({ colour, opacity }: Paint): string {
  const alpha = opacity < 1 ? `<a:alpha val="${Math.round(opacity * 100_000)}"/>` : '';
  return `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}">${alpha}</a:srgbClr></a:solidFill>`;
}

/** The preset line leads down to the right. */
function flipOf({ outlines: [outline] }: Shape): string {
  const [start, end] = [outline?.start, outline?.steps[0]?.[0]];
  if (!start || !end) return '';
  return `${end.x < start.x ? ' flipH="1"' : ''}${end.y < start.y ? ' flipV="1"' : ''}`;
}

function arrowheads({ start, end }: Arrows = {}): string {
  return `${start ? '<a:headEnd type="triangle"/>' : ''}${end ? '<a:tailEnd type="triangle"/>' : ''}`;
}

function customGeometry({ left, top, width, height, outlines }: Shape): string {
  const path = outlines.map((outline) => outlineXml(outline, { x: left, y: top })).join('');
  return (
    '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/>' +
    `<a:pathLst><a:path w="${extent(width, 1)}" h="${extent(height, 1)}">${path}</a:path></a:pathLst></a:custGeom>`
  );
}

function outlineXml({ start, steps, isClosed }: Outline, origin: Point): string {
  const point = ({ x, y }: Point): string => `<a:pt x="${emu(x - origin.x)}" y="${emu(y - origin.y)}"/>`;
  const parts = steps.map((step) =>
    step.length === 1
      ? `<a:lnTo>${point(step[0])}</a:lnTo>`
      : `<a:cubicBezTo>${step.map((one) => point(one)).join('')}</a:cubicBezTo>`,
  );
  return `<a:moveTo>${point(start)}</a:moveTo>${parts.join('')}${isClosed ? '<a:close/>' : ''}`;
}
