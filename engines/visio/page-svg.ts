import { encodeBase64 } from '@bakkum/bytes/bytes';
import type { XmlElement } from '@bakkum/markup/xml';
import type { Drawing, Master, Page } from './drawing.ts';
import { outlineOf, type Point } from './geometry.ts';
import { Look } from './look.ts';
import { sheetOf } from './sheet.ts';
import { textBlock } from './text-block.ts';

/** What is missing from the rendered drawing. */
export type Notes = { lostPicture: boolean };

type Place = { readonly drawing: Drawing; readonly page: Page; readonly master: Master | undefined; readonly notes: Notes };

const DEPTH = 40;

/** Renders a page with its background as SVG in inches. Visio's coordinates point upwards and are flipped once at the root. */
export function pageSvg(page: Page, drawing: Drawing, notes: Notes): string {
  const layers = [...backgroundsOf(page, drawing).reverse(), page];
  const shapes = layers.flatMap((layer) =>
    layer.shapes.map((shape) => shapeSvg(shape, { drawing, page: layer, master: undefined, notes }, 0)),
  );
  const [width, height] = [page.width, page.height].map(short);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}in" height="${height}in" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g transform="translate(0 ${height}) scale(1 -1)" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">`,
    ...shapes,
    '</g>',
    '</svg>\n',
  ].join('\n');
}

function backgroundsOf(page: Page, { pages }: Drawing): Page[] {
  const backgrounds: Page[] = [];
  for (let id = page.backgroundId; id !== undefined; ) {
    const next = pages.find((candidate) => candidate.id === id);
    if (!next || backgrounds.includes(next)) break;
    backgrounds.push(next);
    id = next.backgroundId;
  }
  return backgrounds;
}

function shapeSvg(element: XmlElement, place: Place, depth: number): string {
  if (depth > DEPTH) return '';
  const look = new Look(sheetOf(element), place.master, place.drawing);
  if (look.own.attributes['Del'] === '1' || look.number('NoShow', 0) === 1) return '';
  const inside = { ...place, master: look.group(place.master) };
  const own = look.own.shapes.length > 0 ? look.own.shapes : (look.master?.shapes ?? []).map(asPart);
  const parts = own.map((part) => shapeSvg(part, inside, depth + 1));
  const drawn = [picture(look, place), ...outlines(look), ...parts, textBlock(look)].filter((svg) => svg !== '');
  return drawn.length === 0 ? '' : `<g transform="${transformOf(look)}">${drawn.join('')}</g>`;
}

/** A part of a master is used directly if the page does not override it. */
function asPart(part: XmlElement): XmlElement {
  return { ...part, attributes: { ...part.attributes, MasterShape: part.attributes['ID'] ?? '' }, children: [] };
}

function transformOf(look: Look): string {
  const width = look.number('Width', 0);
  const height = look.number('Height', 0);
  const turn = (look.number('Angle', 0) * 180) / Math.PI;
  const [flipX, flipY] = [look.number('FlipX', 0), look.number('FlipY', 0)];
  const steps = [`translate(${short(look.number('PinX', 0))} ${short(look.number('PinY', 0))})`];
  if (turn !== 0) steps.push(`rotate(${short(turn)})`);
  if (flipX === 1 || flipY === 1) steps.push(`scale(${flipX === 1 ? -1 : 1} ${flipY === 1 ? -1 : 1})`);
  steps.push(`translate(${short(-look.number('LocPinX', width / 2))} ${short(-look.number('LocPinY', height / 2))})`);
  return steps.join(' ');
}

/** Fills and strokes each geometry in the shape's style. */
function outlines(look: Look): readonly string[] {
  const box = { width: look.number('Width', 0), height: look.number('Height', 0) };
  return look.sections('Geometry').flatMap((section) => {
    const says = (cell: string): boolean => section.cells.get(cell) === '1';
    const { path, ends } = outlineOf(section, box);
    if (says('NoShow') || !path.includes('M')) return [];
    const fill = says('NoFill') ? 'fill="none"' : fillOf(look);
    const stroke = says('NoLine') ? '' : strokeOf(look);
    return fill === 'fill="none"' && stroke === ''
      ? []
      : [`<path d="${path}" ${fill}${stroke}/>`, ...(stroke === '' ? [] : arrows(look, ends))];
  });
}

function fillOf(look: Look): string {
  if (look.number('FillPattern', 1) === 0) return 'fill="none"';
  const colour = look.colour('FillForegnd', 'FillStyle', 'QuickStyleFillColor', '#ffffff');
  const clear = look.number('FillForegndTrans', 0);
  return `fill="${colour}"${clear > 0 ? ` fill-opacity="${short(1 - clear)}"` : ''}`;
}

const DEFAULT_WEIGHT = 0.01;

function strokeOf(look: Look): string {
  const pattern = look.number('LinePattern', 1, 'LineStyle');
  if (pattern === 0) return '';
  const weight = look.number('LineWeight', DEFAULT_WEIGHT, 'LineStyle');
  const colour = lineColour(look);
  const dashes = DASHES[pattern] ?? (pattern > 1 ? [4, 2] : []);
  const dashed =
    dashes.length === 0
      ? ''
      : ` stroke-dasharray="${dashes.map((length) => short(length * Math.max(weight, DEFAULT_WEIGHT))).join(' ')}"`;
  return ` stroke="${colour}" stroke-width="${short(Math.max(weight, 0.003))}"${dashed}`;
}

const lineColour = (look: Look): string => look.colour('LineColor', 'LineStyle', 'QuickStyleLineColor', '#000000');

/** Dashes and gaps in line widths by Visio's pattern number. */
const DASHES: Readonly<Record<number, readonly number[]>> = {
  2: [6, 3],
  3: [1, 2],
  4: [6, 3, 1, 3],
  5: [6, 3, 1, 3, 1, 3],
  9: [3, 2],
  10: [1, 1.5],
};

/** Draws arrowheads at the ends of an open line; all types look the same. */
function arrows(look: Look, ends: readonly Point[]): readonly string[] {
  const [first, second] = ends;
  const [beforeLast, last] = ends.slice(-2);
  if (!first || !second || !beforeLast || !last || (first.x === last.x && first.y === last.y)) return [];
  const points = (cell: string): boolean => look.number(cell, 0, 'LineStyle') > 0;
  return [
    ...(points('BeginArrow') ? [arrow(look, second, first)] : []),
    ...(points('EndArrow') ? [arrow(look, beforeLast, last)] : []),
  ];
}

function arrow(look: Look, from: Point, { x, y }: Point): string {
  const size = 0.06 + look.number('LineWeight', DEFAULT_WEIGHT, 'LineStyle') * 3;
  const turn = (Math.atan2(y - from.y, x - from.x) * 180) / Math.PI;
  return `<path d="M0 0L${short(-size)} ${short(size / 2.4)}L${short(-size)} ${short(-size / 2.4)}Z" fill="${lineColour(look)}" transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)})"/>`;
}

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

function picture(look: Look, { page, notes }: Place): string {
  const relation = look.foreign?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === 'Rel');
  if (!relation) return '';
  const found = page.picture(relation.attributes['r:id'] ?? '');
  const type = PICTURES[found?.path.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!found || !type) {
    notes.lostPicture = true;
    return '';
  }
  const width = look.number('ImgWidth', look.number('Width', 0));
  const height = look.number('ImgHeight', look.number('Height', 0));
  const x = look.number('ImgOffsetX', 0);
  const y = look.number('ImgOffsetY', 0);
  return `<image width="${short(width)}" height="${short(height)}" preserveAspectRatio="none" transform="translate(${short(x)} ${short(y + height)}) scale(1 -1)" href="data:${type};base64,${encodeBase64(found.bytes)}"/>`;
}

export const short = (value: number): string => String(Math.round(value * 1e5) / 1e5);
