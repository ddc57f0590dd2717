/** What browsers draw of formulas without boxes: fraction bars, roots, and signs that grow with what they stand beside. */
import type { DrawnItem, DrawnText } from '@bakkum/conversion/pages/page-layout';
import { enlargementOf, MATHML } from '../formulas.browser.ts';
import { paddingsOf } from './boxes.browser.ts';
import { hexOf } from './colors.browser.ts';
import { outlineOf } from './outlines.ts';
import type { Reading } from './reading.browser.ts';
import { type Ink, inkOf, metricsOf } from './text.browser.ts';

/** Ems: thickness of lines, and height of the line on which signs are centred (Libertinus Math). */
const LINE = 0.05;
const AXIS = 0.25;
/** Signs and letters differ by less than this anyway. */
const MIN_GROWTH = 1.15;

export const isFormulaPart = ({ namespaceURI }: Element): boolean => namespaceURI === MATHML;

/** Lines of a fraction or a root. Pages break around a formula, not in it. */
export function formulaLines(element: Element, style: CSSStyleDeclaration, box: DOMRect, reading: Reading): readonly DrawnItem[] {
  if (element.localName === 'math') reading.together.push([box.top, box.bottom]);
  const fill = hexOf(style.color);
  if (!fill) return [];
  const size = Number.parseFloat(style.fontSize) || 16;
  switch (element.localName) {
    case 'mfrac':
      return fractionBar(element, box, size, fill);
    case 'msqrt':
    case 'mroot':
      return root(element, style, box, fill, reading);
    default:
      return [];
  }
}

const line = (x: number, y: number, width: number, height: number, fill: string): DrawnItem => ({
  kind: 'path',
  outline: outlineOf({ x, y, width, height }),
  fill,
  top: y,
  bottom: y + height,
});

function fractionBar(fraction: Element, box: DOMRect, size: number, fill: string): readonly DrawnItem[] {
  const [above, below] = [...fraction.children].map((child) => child.getBoundingClientRect());
  const thickness = thicknessOf(fraction.getAttribute('linethickness') ?? '', size);
  if (!above || !below || thickness === 0) return [];
  return [line(box.left, (above.bottom + below.top - thickness) / 2, box.width, thickness, fill)];
}

const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

/** A length in pixels; a number alone and a percentage multiply the usual thickness. */
function thicknessOf(value: string, size: number): number {
  const usual = Math.max(0.75, size * LINE);
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)(%|[a-z]*)$/.exec(value.trim()) ?? [];
  if (number === undefined) return usual;
  if (unit === 'em') return Number(number) * size;
  const factor = UNITS[unit];
  if (factor !== undefined) return Number(number) * factor;
  return usual * (unit === '%' ? Number(number) / 100 : Number(number));
}

/** The sign, scaled to the height of what is below it, and the line above that. */
function root(element: Element, style: CSSStyleDeclaration, box: DOMRect, fill: string, reading: Reading): readonly DrawnItem[] {
  const inside = element.localName === 'mroot' ? [...element.children].slice(0, 1) : [...element.children];
  const content = unionOf(inside);
  if (!content) return [];
  const look = metricsOf(element, style, reading);
  const { size, family } = look;
  const ink = inkOf('√', look, reading);
  const thickness = Math.max(0.75, size * LINE);
  const { top } = box;
  const down = (Math.max(box.bottom, content.bottom) - top) / (ink.ascent + ink.descent);
  // The sign ends where the line begins.
  const [x, y] = [content.left - ink.right, top + ink.ascent * down];
  const sign: DrawnText = {
    kind: 'text',
    text: '√',
    x: 0,
    baseline: 0,
    width: ink.advance,
    size,
    family,
    fill,
    top: -ink.ascent,
    bottom: ink.descent,
  };
  return [
    { kind: 'open', transform: [1, 0, 0, down, x, y] },
    sign,
    { kind: 'close' },
    line(content.left - thickness, top, content.right - content.left + thickness, thickness, fill),
  ];
}

type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

function unionOf(elements: readonly Element[]): Area | undefined {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return undefined;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

const FENCE = /^[()[\]{}|‖∣∥⌈⌉⌊⌋⟦⟧⟨⟩⟮⟯↑↓↕⇑⇓⇕]$/;
const BAND = /^[¯‾_ˉ^ˆ~˜ˇ⏜⏝⏞⏟⎴⎵→←↔⇒⇐⇔↦⟶⟵⟹⟸⇀↼]$/;
const SCRIPTED = /^m(?:sub|sup|subsup|under|over|underover|multiscripts)$/;
const BAND_BASE = /^m(?:under|over|underover)$/;

/** Whether an operator is above, below or between the others of its element. */
const isBandOf = ({ parentElement }: Element, text: string): boolean =>
  BAND.test(text) && parentElement !== null && BAND_BASE.test(parentElement.localName);

/** The sign of an operator where the browser paints it, as large as what it encloses, or as wide as what it is above or below. */
export function grownOperator(operator: Element, items: readonly DrawnItem[], reading: Reading): readonly DrawnItem[] {
  const [found] = items;
  if (items.length !== 1 || found?.kind !== 'text' || [...found.text].length > 1) return items;
  const ink = inkOf(found.text, found, reading);
  const box = contentBox(operator, reading);
  const isBand = isBandOf(operator, found.text);
  const sign = placedSign(found, ink, box, isBand);
  const transform = isGrown(box, sign, ink) ? filling(box, sign, ink) : growth(operator, sign, ink);
  return transform ? [{ kind: 'open', transform }, sign, { kind: 'close' }] : [sign];
}

function contentBox(element: Element, { frame }: Reading): DOMRect {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [above, , below] = paddingsOf(frame.view.getComputedStyle(element));
  return new DOMRect(left, top + above, width, height - above - below);
}

/** Browsers paint some signs by their ink, in the middle of their box, and do not tell where their text is then. */
function placedSign(sign: DrawnText, ink: Ink, box: DOMRect, isBand: boolean): DrawnText {
  const isPaintedByInk = Math.abs(box.height - ink.ascent - ink.descent) < 2;
  const isCentred = Math.abs(sign.x - box.left) < 0.5 && box.width > ink.advance + 1;
  const baseline = isPaintedByInk || isBand ? box.top + ink.ascent : sign.baseline;
  const x = isCentred ? box.left + (box.width - ink.advance) / 2 : sign.x;
  return { ...sign, x, baseline, width: ink.advance, top: baseline - ink.ascent, bottom: baseline + ink.descent };
}

/** Whether the browser itself has enlarged a sign. */
const isGrown = (box: DOMRect, { size, text }: DrawnText, { ascent, descent }: Ink): boolean =>
  (FENCE.test(text) || enlargementOf(text) !== undefined) &&
  box.height > size * 1.3 &&
  box.height > (ascent + descent) * MIN_GROWTH;

function filling(box: DOMRect, sign: DrawnText, ink: Ink): Transform {
  const scale = box.height / (ink.ascent + ink.descent);
  return [1, 0, 0, scale, 0, box.top - scale * (sign.baseline - ink.ascent)];
}

function growth(operator: Element, sign: DrawnText, ink: Ink): Transform | undefined {
  if (operator.getAttribute('stretchy') === 'false') return undefined;
  if (FENCE.test(sign.text)) return fenceGrowth(operator, sign, ink);
  return isBandOf(operator, sign.text) ? bandGrowth(operator, sign, ink) : undefined;
}

type Transform = readonly [number, number, number, number, number, number];

function fenceGrowth(operator: Element, sign: DrawnText, ink: Ink): Transform | undefined {
  const content = unionOf(besides(operator));
  if (!content) return undefined;
  const axis = sign.baseline - sign.size * AXIS;
  const natural = (ink.ascent + ink.descent) / 2;
  const wanted = Math.max(axis - content.top, content.bottom - axis);
  const scale = limited(operator, wanted / natural, natural * 2, sign.size);
  if (scale < MIN_GROWTH) return undefined;
  const centre = sign.baseline - (ink.ascent - ink.descent) / 2;
  return [1, 0, 0, scale, 0, axis - scale * centre];
}

/** The sizes that an author asks for, as a multiple of the usual one or in ems. */
function limited(operator: Element, scale: number, height: number, size: number): number {
  const limit = (name: string): number | undefined => {
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)(em|%)?$/.exec(operator.getAttribute(name)?.trim() ?? '') ?? [];
    if (number === undefined) return undefined;
    return unit === 'em' ? (Number(number) * size) / height : Number(number) / (unit === '%' ? 100 : 1);
  };
  return Math.min(limit('maxsize') ?? Number.POSITIVE_INFINITY, Math.max(limit('minsize') ?? 0, scale));
}

/** Each sign of a longer row would measure all others. */
const MAX_NEIGHBOURS = 200;

/** The rest of the row that an operator is part of, without other signs that grow. */
function besides(operator: Element): readonly Element[] {
  let part = operator;
  while (part.parentElement && SCRIPTED.test(part.parentElement.localName) && part.parentElement.firstElementChild === part)
    part = part.parentElement;
  const grows = (element: Element): boolean =>
    element.localName === 'mo'
      ? FENCE.test((element.textContent ?? '').trim())
      : SCRIPTED.test(element.localName) && element.firstElementChild?.localName === 'mo' && grows(element.firstElementChild);
  const row = part.parentElement;
  if (!row) return [];
  return row.children.length > MAX_NEIGHBOURS
    ? [row]
    : [...row.children].filter((element) => element !== part && !grows(element));
}

function bandGrowth(operator: Element, sign: DrawnText, ink: Ink): Transform | undefined {
  const parent = operator.parentElement;
  if (!parent) return undefined;
  const others = [...parent.children].filter((child) => child !== operator);
  const isBase = parent.firstElementChild === operator;
  const beside = unionOf(isBase ? others : others.slice(0, 1));
  if (!beside) return undefined;
  const width = ink.right - ink.left;
  const scale = Math.max(1, (beside.right - beside.left) / width);
  const across = (beside.left + beside.right) / 2 - scale * (sign.x + (ink.left + ink.right) / 2);
  return [scale, 0, 0, 1, across, 0];
}
