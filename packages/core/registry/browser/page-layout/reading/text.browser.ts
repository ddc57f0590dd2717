import type { DrawnItem, DrawnText } from '@bakkum/conversion/pages/page-layout';
import { hexOf } from './colors.browser.ts';
import { outlineOf } from './outlines.ts';
import type { Decoration, Reading } from './reading.browser.ts';

const WORDS = /[^\s\u00a0]+/g;

type Look = Pick<DrawnText, 'size' | 'family' | 'fill'> & { readonly ascent: number; readonly descent: number };

/** Lines and words of a text as the browser has placed them. */
export async function readText(
  node: Text,
  style: CSSStyleDeclaration,
  decorations: readonly Decoration[],
  reading: Reading,
): Promise<DrawnItem[]> {
  const parent = node.parentElement;
  const fill = fillOf(style);
  if (!parent || node.data.trim() === '') return [];
  const look = { ...metricsOf(parent, style, reading), fill: fill ?? '#00000000' };
  const range = reading.frame.document.createRange();
  const items: DrawnItem[] = [];
  range.selectNodeContents(node);
  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
  for (const { top, bottom } of lines) reading.together.push([top, bottom]);
  if (!fill) return [];
  for (const decoration of decorations) for (const line of lines) items.push(decorationOf(decoration, line, look));
  const spacing = Number.parseFloat(style.letterSpacing) || 0;
  for (const word of node.data.matchAll(WORDS)) {
    items.push(...wordItems({ node, start: word.index, text: word[0], spacing, transform: style.textTransform }, range, look));
    await reading.slices.next();
  }
  return items;
}

/** Text that shows a background through it gets the first color of that background. */
function fillOf(style: CSSStyleDeclaration): string | undefined {
  const clipsText = style.backgroundClip === 'text' || style.getPropertyValue('-webkit-background-clip') === 'text';
  const painted = clipsText ? /rgba?\([^)]*\)/.exec(style.backgroundImage)?.[0] : undefined;
  return hexOf(painted ?? style.color);
}

type Word = {
  readonly node: Text;
  readonly start: number;
  readonly text: string;
  /** Pixels between letters. */
  readonly spacing: number;
  readonly transform: string;
};

function wordItems(word: Word, range: Range, look: Look): readonly DrawnText[] {
  const { node, start, text, spacing, transform } = word;
  range.setStart(node, start);
  range.setEnd(node, start + text.length);
  const rectangles = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = rectangles;
  if (!first) return [];
  const isOneLine = rectangles.every(({ top }) => Math.abs(top - first.top) < 1);
  if (isOneLine && spacing === 0) {
    const right = Math.max(...rectangles.map((each) => each.right));
    return [placed(shown(text, transform, true), new DOMRect(first.left, first.top, right - first.left, first.height), look)];
  }
  return pieces(word, range, look);
}

/** A word across lines, or with its letters apart, letter by letter; letters of a line are joined unless they stand apart. */
function pieces({ node, start, text, spacing, transform }: Word, range: Range, look: Look): readonly DrawnText[] {
  const found: { text: string; box: DOMRect }[] = [];
  let at = start;
  for (const character of text) {
    range.setStart(node, at);
    range.setEnd(node, at + character.length);
    at += character.length;
    const box = [...range.getClientRects()].find(({ width }) => width > 0);
    const last = found.at(-1);
    if (!box) continue;
    if (spacing === 0 && last && Math.abs(last.box.top - box.top) < 1 && box.left >= last.box.left) {
      last.text += character;
      last.box = new DOMRect(last.box.left, last.box.top, box.right - last.box.left, last.box.height);
    } else found.push({ text: character, box: new DOMRect(box.left, box.top, Math.max(1, box.width - spacing), box.height) });
  }
  return found.map((piece, index) => placed(shown(piece.text, transform, index === 0), piece.box, look));
}

/** The letters a reader sees: a soft hyphen only where a line ends. */
function shown(text: string, transform: string, isStart: boolean): string {
  const whole = text
    .replaceAll(/\u00ad(?=.)/gu, '')
    .replace(/\u00ad$/, '-')
    .normalize('NFC');
  if (transform === 'uppercase') return whole.toUpperCase();
  if (transform === 'lowercase') return whole.toLowerCase();
  return transform === 'capitalize' && isStart ? whole.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : whole;
}

function placed(text: string, box: DOMRect, look: Look): DrawnText {
  const { ascent, descent, size, family, fill } = look;
  const baseline = box.top + (box.height - ascent - descent) / 2 + ascent;
  return { kind: 'text', text, x: box.left, baseline, width: box.width, size, family, fill, top: box.top, bottom: box.bottom };
}

function decorationOf({ line, color }: Decoration, box: DOMRect, { size, ascent, descent }: Look): DrawnItem {
  const baseline = box.top + (box.height - ascent - descent) / 2 + ascent;
  const height = Math.max(1, size / 16);
  const y = line === 'underline' ? baseline + size * 0.1 : line === 'overline' ? baseline - ascent : baseline - size * 0.3;
  const outline = outlineOf({ x: box.left, y, width: box.width, height });
  return { kind: 'path', outline, fill: color, top: box.top, bottom: box.bottom };
}

/** Width of a text that is not in the document, such as a number of a list. */
export function widthOf(text: string, { size, family }: Pick<Look, 'size' | 'family'>, { frame, fonts }: Reading): number {
  const context = contextOf(frame.document);
  context.font = `${size}px ${fonts.familyOf(family)}`;
  return context.measureText(text).width;
}

/** Distances of painted letters from the start of their text and from its baseline, and the width of the text. */
export type Ink = {
  readonly left: number;
  readonly right: number;
  readonly ascent: number;
  readonly descent: number;
  readonly advance: number;
};

const INK_SIZE = 1000;

export function inkOf(text: string, { size, family }: Pick<Look, 'size' | 'family'>, { frame, fonts }: Reading): Ink {
  const context = contextOf(frame.document);
  // Some browsers round these to whole pixels.
  context.font = `${INK_SIZE}px ${fonts.familyOf(family)}`;
  const measured = context.measureText(text);
  const scale = size / INK_SIZE;
  return {
    left: -measured.actualBoundingBoxLeft * scale,
    right: measured.actualBoundingBoxRight * scale,
    ascent: measured.actualBoundingBoxAscent * scale,
    descent: measured.actualBoundingBoxDescent * scale,
    advance: measured.width * scale,
  };
}

function contextOf(document: Document): CanvasRenderingContext2D {
  const context = contexts.get(document) ?? document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas');
  contexts.set(document, context);
  return context;
}

const metrics = new Map<string, { readonly ascent: number; readonly descent: number }>();
const contexts = new WeakMap<Document, CanvasRenderingContext2D>();

/** Font, size and the distances of the first typeface from its baseline. */
export function metricsOf(element: Element, style: CSSStyleDeclaration, { frame, fonts }: Reading): Omit<Look, 'fill'> {
  const size = Number.parseFloat(style.fontSize) || 16;
  const family = fonts.fontOf(element);
  const css = fonts.familyOf(family);
  const key = `${size} ${css}`;
  let known = metrics.get(key);
  if (!known) {
    const context = contextOf(frame.document);
    context.font = `${size}px ${css}`;
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
    known = { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent };
    metrics.set(key, known);
  }
  return { ...known, size, family };
}
