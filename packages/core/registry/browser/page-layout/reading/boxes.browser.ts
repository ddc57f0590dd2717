import type { DrawnItem, Rectangle } from '@bakkum/conversion/pages/page-layout';
import { backgroundImages } from './background-images.browser.ts';
import { hexOf } from './colors.browser.ts';
import { fittingRadii, inset, insetRadii, outlineOf, polygon, type Radii, type Sides } from './outlines.ts';
import type { Reading } from './reading.browser.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const length = (value: string): number => Number.parseFloat(value) || 0;

type Border = { readonly width: number; readonly style: string; readonly color: string | undefined };

export function bordersOf(style: CSSStyleDeclaration): readonly Border[] {
  return SIDES.map((side) => {
    const kind = style.getPropertyValue(`border-${side}-style`);
    return {
      width: kind === 'none' || kind === 'hidden' ? 0 : length(style.getPropertyValue(`border-${side}-width`)),
      style: kind,
      color: hexOf(style.getPropertyValue(`border-${side}-color`)),
    };
  });
}

export const widthsOf = (borders: readonly Border[]): Sides => [
  borders[0]?.width ?? 0,
  borders[1]?.width ?? 0,
  borders[2]?.width ?? 0,
  borders[3]?.width ?? 0,
];

export function paddingsOf(style: CSSStyleDeclaration): Sides {
  return [length(style.paddingTop), length(style.paddingRight), length(style.paddingBottom), length(style.paddingLeft)];
}

export function radiiOf(style: CSSStyleDeclaration, box: Rectangle): Radii {
  const corners = [
    style.borderTopLeftRadius,
    style.borderTopRightRadius,
    style.borderBottomRightRadius,
    style.borderBottomLeftRadius,
  ];
  const radius = (value: string, whole: number): number => (value.endsWith('%') ? (length(value) / 100) * whole : length(value));
  const radii = corners.map((corner) => {
    const [across = '0', down = across] = corner.split(' ');
    return [radius(across, box.width), radius(down, box.height)] as const;
  });
  return fittingRadii(radii, box);
}

/** Background and borders of an element; a rectangle for each line of an inline element. */
export function readBoxes(
  element: Element,
  style: CSSStyleDeclaration,
  rectangles: readonly Rectangle[],
  reading: Reading,
): DrawnItem[] {
  const items: DrawnItem[] = [];
  const borders = bordersOf(style);
  const isCell = style.borderCollapse === 'collapse' && style.display === 'table-cell';
  for (const [index, box] of rectangles.entries()) {
    // Lines of an inline element are open where they continue.
    const drawn = borders.map((border, side) =>
      (side === 3 && index > 0) || (side === 1 && index < rectangles.length - 1 && style.display === 'inline')
        ? { ...border, width: style.display === 'inline' ? 0 : border.width }
        : border,
    );
    const radii = radiiOf(style, box);
    items.push(...background(element, style, box, radii, reading));
    const widths = widthsOf(drawn);
    // Cells that share their borders meet in the middle of them.
    const [top, right, bottom, left] = widths;
    const outer = isCell ? inset(box, [-top / 2, -right / 2, -bottom / 2, -left / 2]) : box;
    items.push(...borderItems(outer, drawn, radii));
  }
  return items;
}

const ROWS = /^table-(?:row|row-group|header-group|footer-group)$/;

/** Rows are painted behind the cells that begin in them, and so do not cover a cell that reaches down into them (CSS 2.2, 17.5.1). */
function rowColors(cell: Element, { frame }: Reading): readonly string[] {
  const row = cell.parentElement;
  return [row?.parentElement, row].flatMap((part) => {
    const style = part && frame.view.getComputedStyle(part);
    return style && ROWS.test(style.display) ? [style.backgroundColor] : [];
  });
}

/** Rows without cells of their own paint themselves: browsers do not show the cells around their text. */
function isPaintedByCells(element: Element, { display }: CSSStyleDeclaration, { frame }: Reading): boolean {
  if (!ROWS.test(display)) return false;
  const rows = display === 'table-row' ? [element] : [...element.children];
  return rows.some((row) => [...row.children].some((child) => frame.view.getComputedStyle(child).display === 'table-cell'));
}

function background(element: Element, style: CSSStyleDeclaration, box: Rectangle, radii: Radii, reading: Reading): DrawnItem[] {
  // Letters cut out of a background are drawn in one of its colors instead.
  if (style.backgroundClip === 'text' || style.getPropertyValue('-webkit-background-clip') === 'text') return [];
  const items: DrawnItem[] = [];
  const outline = outlineOf(box, radii);
  const range = { top: box.y, bottom: box.y + box.height };
  const colors =
    style.display === 'table-cell' ? [...rowColors(element, reading), style.backgroundColor] : [style.backgroundColor];
  for (const color of colors.map(hexOf))
    if (color && element !== reading.canvas && !isPaintedByCells(element, style, reading))
      items.push({ kind: 'path', outline, fill: color, ...range });
  if (style.backgroundImage !== 'none') items.push(...backgroundImages(style, box, outline, reading));
  return items;
}

function borderItems(box: Rectangle, borders: readonly Border[], radii: Radii): DrawnItem[] {
  const widths = widthsOf(borders);
  if (widths.every((width) => width === 0)) return [];
  const [first] = borders;
  const alike =
    first !== undefined &&
    borders.every(({ color, style, width }) => color === first.color && style === first.style && width > 0);
  const range = { top: box.y, bottom: box.y + box.height };
  if (alike && first.color && first.style !== 'dashed' && first.style !== 'dotted') {
    if (first.style === 'double' && first.width >= 3) return doubleRing(box, widths, radii, first.color);
    return [ring(box, widths, radii, first.color)];
  }
  return borders.flatMap((border, side): DrawnItem[] => {
    if (border.width === 0 || border.color === undefined) return [];
    const outline = isBroken(border) ? dashes(box, side, border) : sideOf(box, side, widths);
    return [{ kind: 'path', outline, fill: border.color, ...range }];
  });
}

const isBroken = ({ style }: Border): boolean => style === 'dashed' || style === 'dotted';

function ring(box: Rectangle, widths: Sides, radii: Radii, fill: string): DrawnItem {
  const outline = outlineOf(box, radii) + outlineOf(inset(box, widths), insetRadii(radii, widths));
  return { kind: 'path', outline, fill, evenOdd: true, top: box.y, bottom: box.y + box.height };
}

function doubleRing(box: Rectangle, widths: Sides, radii: Radii, fill: string): DrawnItem[] {
  const third = (part: number): Sides => [widths[0] * part, widths[1] * part, widths[2] * part, widths[3] * part];
  return [
    ring(box, third(1 / 3), radii, fill),
    ring(inset(box, third(2 / 3)), third(1 / 3), insetRadii(radii, third(2 / 3)), fill),
  ];
}

/** One side, with mitred ends where it meets others. */
function sideOf({ x, y, width, height }: Rectangle, side: number, [top, right, bottom, left]: Sides): string {
  const [endX, endY] = [x + width, y + height];
  switch (side) {
    case 0:
      return polygon([x, y], [endX, y], [endX - right, y + top], [x + left, y + top]);
    case 1:
      return polygon([endX, y], [endX, endY], [endX - right, endY - bottom], [endX - right, y + top]);
    case 2:
      return polygon([endX, endY], [x, endY], [x + left, endY - bottom], [endX - right, endY - bottom]);
    default:
      return polygon([x, endY], [x, y], [x + left, y + top], [x + left, endY - bottom]);
  }
}

/** Browsers fit whole dashes into a side; more than this many would only slow a page down. */
const MAX_DASHES = 300;

function dashes({ x, y, width, height }: Rectangle, side: number, border: Border): string {
  const isAcross = side % 2 === 0;
  const whole = isAcross ? width : height;
  const dash = border.width * (border.style === 'dotted' ? 1 : 2);
  const count = Math.min(MAX_DASHES, Math.max(1, Math.round((whole / dash + 1) / 2)));
  const gap = count > 1 ? (whole - count * dash) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => {
    const at = index * (dash + gap);
    const place = isAcross
      ? { x: x + at, y: side === 0 ? y : y + height - border.width, width: dash, height: border.width }
      : { x: side === 3 ? x : x + width - border.width, y: y + at, width: border.width, height: dash };
    const radius = border.style === 'dotted' ? border.width / 2 : 0;
    return outlineOf(
      place,
      [0, 1, 2, 3].map(() => [radius, radius] as const),
    );
  }).join('');
}
