import { largest, smallest } from '@bakkum/bytes/long-lists';
import type { Graphic, Outline, Point, Shape, StoredImage } from '@bakkum/document-model/graphics';
import type { Float, Section } from '@bakkum/document-model/model';
import { units } from './write-package.ts';
import { picturePlaceXml, wrapName } from './write-place.ts';

/** Lines that replace a curve. */
const PIECES = 8;
const IDENTITY = 'e1="1" e2="0" e3="0" e4="0" e5="1" e6="0"';

/** Names and numbers for the parts of a package. */
type Writing = { pictureId(picture: StoredImage): string; nextId(): number };
type Place = Pick<Shape, 'left' | 'top' | 'width' | 'height'>;

/** Graphics behind the text, placed from the edges of the paper. Areas are polygons, with curves as short lines. */
export function graphicsXml(graphics: readonly Graphic[] = [], writing: Writing): string {
  return graphics
    .flatMap((graphic) =>
      graphic.kind === 'picture'
        ? [pictureXml(graphic, writing)]
        : graphic.shapes.flatMap((shape) => shape.outlines.map((outline) => polygonXml(shape, outline, writing))),
    )
    .map((xml) => `<hp:run charPrIDRef="0">${xml}</hp:run>`)
    .join('');
}

const onPaper = ({ left, top }: Pick<Place, 'left' | 'top'>): Float => ({
  horizontal: { area: 'page', offset: left },
  vertical: { area: 'page', offset: top },
  wrap: 'behind-text',
});

function areaOf(points: readonly Point[]): Place {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [smallest(xs), smallest(ys)];
  return { left, top, width: largest(xs) - left, height: largest(ys) - top };
}

/**
 * Moves the graphics of the header to each page that starts with a page break, if pages have graphics of their own: some programs draw
 * headers over those.
 */
export function withGraphicsOnPages(section: Section): Section {
  const running = section.header.flatMap(({ behind = [] }) => behind);
  if (running.length === 0 || !section.blocks.some(({ behind }) => behind !== undefined)) return section;
  return {
    ...section,
    header: section.header.map(({ behind: _, ...paragraph }) => paragraph),
    blocks: section.blocks.map((block, index) =>
      index === 0 || block.breakBefore === 'page' ? { ...block, behind: [...running, ...(block.behind ?? [])] } : block,
    ),
  };
}

function pictureXml(graphic: Extract<Graphic, { kind: 'picture' }>, writing: Writing): string {
  const [width, height] = [units(graphic.width), units(graphic.height)];
  const corners = [`x="0" y="0"`, `x="${width}" y="0"`, `x="${width}" y="${height}"`, `x="0" y="${height}"`];
  const content =
    `<hp:imgRect>${corners.map((corner, index) => `<hc:pt${index} ${corner}/>`).join('')}</hp:imgRect>` +
    `<hp:imgClip left="0" right="${width}" top="0" bottom="${height}"/><hp:inMargin left="0" right="0" top="0" bottom="0"/>` +
    `<hp:imgDim dimwidth="${width}" dimheight="${height}"/>` +
    `<hc:img binaryItemIDRef="${writing.pictureId(graphic.picture)}" bright="0" contrast="0" effect="REAL_PIC" alpha="0"/><hp:effects/>`;
  return objectXml('pic', graphic, content, writing);
}

function polygonXml({ fill, line }: Shape, outline: Outline, writing: Writing): string {
  const points = pointsOf(outline);
  const area = areaOf(points);
  const stroke = line
    ? `color="${line.colour.toUpperCase()}" width="${units(line.width)}" style="${line.isDashed ? 'DASH' : 'SOLID'}"`
    : 'color="#000000" width="0" style="NONE"';
  const brush = fill
    ? `<hc:fillBrush><hc:winBrush faceColor="${fill.colour.toUpperCase()}" hatchColor="#999999" alpha="${Math.round((1 - fill.opacity) * 255)}"/></hc:fillBrush>`
    : '';
  const content =
    `<hp:lineShape ${stroke} endCap="FLAT" headStyle="NORMAL" tailStyle="NORMAL" headfill="1" tailfill="1" headSz="MEDIUM_MEDIUM" tailSz="MEDIUM_MEDIUM" outlineStyle="NORMAL" alpha="0"/>` +
    `${brush}<hp:shadow type="NONE" color="#B2B2B2" offsetX="0" offsetY="0" alpha="0"/>` +
    points.map(({ x, y }) => `<hc:pt x="${units(x - area.left)}" y="${units(y - area.top)}"/>`).join('');
  return objectXml('polygon', area, content, writing);
}

function objectXml(kind: 'pic' | 'polygon', place: Place, content: string, { nextId }: Writing): string {
  const [width, height] = [Math.max(1, units(place.width)), Math.max(1, units(place.height))];
  const float = onPaper(place);
  return (
    `<hp:${kind} id="${nextId()}" zOrder="${nextId()}" numberingType="PICTURE" textWrap="${wrapName(float)}" textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" href="" groupLevel="0" instid="${nextId()}"${kind === 'pic' ? ' reverse="0"' : ''}>` +
    `<hp:offset x="0" y="0"/><hp:orgSz width="${width}" height="${height}"/><hp:curSz width="${width}" height="${height}"/><hp:flip horizontal="0" vertical="0"/>` +
    `<hp:rotationInfo angle="0" centerX="${width >> 1}" centerY="${height >> 1}" rotateimage="1"/>` +
    `<hp:renderingInfo><hc:transMatrix ${IDENTITY}/><hc:scaMatrix ${IDENTITY}/><hc:rotMatrix ${IDENTITY}/></hp:renderingInfo>${content}` +
    `<hp:sz width="${width}" widthRelTo="ABSOLUTE" height="${height}" heightRelTo="ABSOLUTE" protect="0"/>` +
    picturePlaceXml(float) +
    `<hp:outMargin left="0" right="0" top="0" bottom="0"/></hp:${kind}>`
  );
}

function pointsOf({ start, steps, isClosed }: Outline): readonly Point[] {
  const points = [start];
  for (const step of steps) {
    const from = points.at(-1) ?? start;
    if (step.length === 1) points.push(step[0]);
    else for (let piece = 1; piece <= PIECES; piece++) points.push(onCurve(from, step, piece / PIECES));
  }
  return isClosed ? [...points, start] : points;
}

/** A point of a cubic Bézier curve. */
function onCurve(from: Point, [first, second, end]: readonly [Point, Point, Point], t: number): Point {
  const rest = 1 - t;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * t, 3 * rest * t ** 2, t ** 3];
  return {
    x: a * from.x + b * first.x + c * second.x + d * end.x,
    y: a * from.y + b * first.y + c * second.y + d * end.y,
  };
}
