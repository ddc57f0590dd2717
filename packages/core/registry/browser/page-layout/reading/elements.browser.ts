import type { DrawnItem, Rectangle } from '@bakkum/conversion/pages/page-layout';
import { bordersOf, paddingsOf, radiiOf, readBoxes, widthsOf } from './boxes.browser.ts';
import { hexOf } from './colors.browser.ts';
import { formulaLines, grownOperator, isFormulaPart } from './formulas.browser.ts';
import { readImage } from './images.browser.ts';
import { readMarker } from './markers.browser.ts';
import { inset, insetRadii, outlineOf } from './outlines.ts';
import { collect, type Decoration, emptyLayer, flattened, type Layer, type Reading } from './reading.browser.ts';
import { readText } from './text.browser.ts';
import { readDrawing } from './vector.browser.ts';

type Read = { readonly element: Element; readonly style: CSSStyleDeclaration; readonly box: DOMRect };

/** Reads an element and all inside it into a layer of its stacking context. */
export async function readElement(
  element: Element,
  layer: Layer,
  inherited: readonly Decoration[],
  reading: Reading,
): Promise<void> {
  await reading.slices.next();
  const { view } = reading.frame;
  const style = view.getComputedStyle(element);
  if (style.display === 'none' || isHiddenVisually(style)) return;
  const box = element.getBoundingClientRect();
  const read = { element, style, box };
  if (style.display !== 'contents') notePlaces(read, reading);
  const decorations = [...(style.float === 'none' && style.display !== 'inline-block' ? inherited : []), ...decorationsOf(style)];
  const own = style.visibility === 'visible' ? ownItems(read, reading) : [];
  const grouping = groupOf(read, reading);
  if (!grouping) {
    collect(layer.items, own, reading);
    await readChildren(read, layer, decorations, reading);
    return;
  }
  const inner = emptyLayer();
  await readChildren(read, inner, decorations, reading);
  const counted: DrawnItem[] = [];
  collect(counted, own, reading);
  const { clip, ...group } = grouping.group;
  const content =
    clip === undefined
      ? flattened(counted, inner)
      : [...counted, { kind: 'open', clip } as const, ...flattened([], inner), { kind: 'close' } as const];
  const isNeeded = group.transform !== undefined || group.opacity !== undefined;
  const items: readonly DrawnItem[] = isNeeded ? [group, ...content, { kind: 'close' }] : content;
  if (grouping.level !== undefined) layer.raised.push({ level: grouping.level, items });
  else for (const item of items) layer.items.push(item);
}

async function readChildren(
  { element, style }: Read,
  layer: Layer,
  decorations: readonly Decoration[],
  reading: Reading,
): Promise<void> {
  if (element instanceof reading.frame.view.SVGElement || element.localName === 'img') return;
  for (const child of element.childNodes) {
    if (child instanceof reading.frame.view.Element) await readElement(child, layer, decorations, reading);
    else if (child instanceof reading.frame.view.Text && style.visibility === 'visible') {
      const items = await readText(child, style, decorations, reading);
      collect(layer.items, element.localName === 'mo' ? grownOperator(element, items, reading) : items, reading);
    }
  }
}

/** Text for screen readers alone is cut to a pixel. */
function isHiddenVisually({ clip, position, overflow, width, height }: CSSStyleDeclaration): boolean {
  if (position !== 'absolute' && position !== 'fixed') return false;
  if (/^rect\((?:[01](?:px)?[,\s]*){4}\)$/.test(clip)) return true;
  return overflow === 'hidden' && (Number.parseFloat(width) <= 1 || Number.parseFloat(height) <= 1);
}

function ownItems({ element, style, box }: Read, reading: Reading): DrawnItem[] {
  if (style.display === 'contents') return [];
  const rectangles: readonly Rectangle[] = [...element.getClientRects()].filter(({ width, height }) => width > 0 || height > 0);
  const items = readBoxes(element, style, rectangles, reading);
  items.push(...columnRules(style, box));
  if (isFormulaPart(element)) items.push(...formulaLines(element, style, box, reading));
  if (style.display === 'list-item') items.push(...readMarker(element, style, box, reading));
  if (element instanceof reading.frame.view.HTMLImageElement && box.width > 0 && box.height > 0)
    items.push(...readImage(element, style, box, reading));
  if (element instanceof reading.frame.view.SVGSVGElement && box.width > 0 && box.height > 0)
    items.push(readDrawing(element, box, reading));
  return items;
}

const MAX_COLUMNS = 100;

/** Lines between the columns of a text. */
function columnRules(style: CSSStyleDeclaration, box: DOMRect): DrawnItem[] {
  const width = style.columnRuleStyle === 'none' ? 0 : Number.parseFloat(style.columnRuleWidth);
  const color = hexOf(style.columnRuleColor);
  if (!(width > 0) || !color || (style.columnCount === 'auto' && style.columnWidth === 'auto')) return [];
  const area = inset(inset(box, widthsOf(bordersOf(style))), paddingsOf(style));
  const gap = Number.parseFloat(style.columnGap) || Number.parseFloat(style.fontSize);
  const fitting = Math.max(1, Math.floor((area.width + gap) / ((Number.parseFloat(style.columnWidth) || 1) + gap)));
  const wanted = style.columnCount === 'auto' ? fitting : Number(style.columnCount);
  const count = Math.min(MAX_COLUMNS, style.columnWidth === 'auto' ? wanted : Math.min(wanted, fitting));
  const step = (area.width + gap) / count;
  return Array.from({ length: count - 1 }, (_, index) => {
    const outline = outlineOf({ x: area.x + (index + 1) * step - gap / 2 - width / 2, y: area.y, width, height: area.height });
    return { kind: 'path', outline, fill: color, top: area.y, bottom: area.y + area.height };
  });
}

function decorationsOf(style: CSSStyleDeclaration): readonly Decoration[] {
  const color = hexOf(style.textDecorationColor || style.color);
  if (!color) return [];
  return (['underline', 'line-through', 'overline'] as const)
    .filter((line) => style.textDecorationLine.includes(line))
    .map((line) => ({ line, color }));
}

type Grouping = {
  readonly group: Extract<DrawnItem, { kind: 'open' }>;
  /** Position in the stacking context; absent where it stays in the flow. */
  readonly level?: number;
};

/** Elements that are painted as one: positioned, transparent, transformed or cut off. */
function groupOf({ element, style, box }: Read, reading: Reading): Grouping | undefined {
  const matrix = reading.transforms.get(element);
  const opacity = Number(style.opacity);
  const isTransparent = opacity < 1;
  const clip = clipOf(element, style, box);
  const isPositioned = style.position !== 'static';
  const index = style.zIndex === 'auto' ? 0 : Number(style.zIndex);
  const isRaised = isPositioned || isTransparent || matrix !== undefined || style.zIndex !== 'auto';
  if (!isRaised && clip === undefined) return undefined;
  const group: Grouping['group'] = {
    kind: 'open',
    ...(clip === undefined ? {} : { clip }),
    ...(isTransparent ? { opacity } : {}),
    ...(matrix ? { transform: aroundOrigin(matrix, style, box) } : {}),
  };
  return { group, ...(isRaised ? { level: Number.isNaN(index) ? 0 : index } : {}) };
}

type Transform = readonly [number, number, number, number, number, number];

function aroundOrigin([a, b, c, d, e, f]: Transform, style: CSSStyleDeclaration, box: DOMRect): Transform {
  const [across = 0, down = 0] = style.transformOrigin.split(' ').map((part) => Number.parseFloat(part));
  const [x, y] = [box.left + across, box.top + down];
  return [a, b, c, d, x + e - a * x - c * y, y + f - b * x - d * y];
}

function clipOf(element: Element, style: CSSStyleDeclaration, box: DOMRect): string | undefined {
  if (style.overflowX === 'visible' && style.overflowY === 'visible') return undefined;
  if (element.localName === 'body' || style.display === 'inline') return undefined;
  const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  const radii = radiiOf(style, box);
  if (!isCut && radii.every(([across]) => across === 0)) return undefined;
  const widths = widthsOf(bordersOf(style));
  return outlineOf(inset(box, widths), insetRadii(radii, widths));
}

/** Height of two lines that follow a heading, which must not end a page. */
const AFTER_HEADING = 48;

/** Page breaks, links, headings and places that links lead to. */
function notePlaces(read: Read, reading: Reading): void {
  noteBreaks(read, reading);
  noteHeading(read, reading);
  const { element, style, box } = read;
  const place = element.id || (element.localName === 'a' ? element.getAttribute('name') : '') || '';
  if (place !== '' && !Object.hasOwn(reading.anchors, place)) reading.anchors[place] = box.top;
  const target = element.getAttribute('data-href');
  if (target !== null)
    reading.links.push(...visibleBoxes(element).map(({ x, y, width, height }) => ({ x, y, width, height, target })));
  if (element.localName === 'thead' && style.display === 'table-header-group') noteHead(element, box, reading);
}

const visibleBoxes = (element: Element): readonly DOMRect[] =>
  [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);

/** About a quarter of a page. Pages of the early web are tables whose rows are as long as the page. */
const MAX_ROW = 250;

const BREAK = /^(?:page|left|right|recto|verso|always|all)$/;

function noteBreaks({ element, style, box }: Read, reading: Reading): void {
  if (BREAK.test(style.breakBefore)) reading.breaks.push(box.top);
  if (BREAK.test(style.breakAfter)) reading.breaks.push(box.bottom);
  const isRow = element.localName === 'tr' && box.height <= MAX_ROW;
  const isKept = style.breakInside.startsWith('avoid') || isRow || element.localName === 'figure';
  if (isKept) reading.together.push([box.top, box.bottom]);
  if (style.breakAfter === 'avoid') reading.together.push([box.top, box.bottom + AFTER_HEADING]);
}

function noteHeading({ element, style, box }: Read, reading: Reading): void {
  const level = /^h([1-6])$/.exec(element.localName)?.[1];
  if (level === undefined) return;
  reading.together.push([box.top, box.bottom + AFTER_HEADING]);
  const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  if (text !== '' && style.visibility === 'visible') reading.headings.push({ level: Number(level), text, y: box.top });
}

/** Taller heads would leave no room for rows. */
const MAX_HEAD = 200;

function noteHead(head: Element, box: DOMRect, reading: Reading): void {
  const table = head.closest('table')?.getBoundingClientRect();
  if (!table || box.height > MAX_HEAD) return;
  reading.heads.push({ top: box.top, bottom: box.bottom, end: table.bottom });
  reading.together.push([box.top, box.bottom + AFTER_HEADING]);
}
