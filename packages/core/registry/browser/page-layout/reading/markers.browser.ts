import type { DrawnItem } from '@bakkum/conversion/pages/page-layout';
import { hexOf } from './colors.browser.ts';
import { outlineOf, polygon } from './outlines.ts';
import type { Reading } from './reading.browser.ts';
import { metricsOf, widthOf } from './text.browser.ts';

/** Distance of a marker from its text, in ems, as browsers place it. */
const GAP = 0.35;
const KAPPA = 1;

/** The bullet or number of a list item, beside its first line. */
export function readMarker(item: Element, style: CSSStyleDeclaration, box: DOMRect, reading: Reading): readonly DrawnItem[] {
  const type = style.listStyleType;
  const fill = hexOf(reading.frame.view.getComputedStyle(item, '::marker').color || style.color);
  if (type === 'none' || !fill) return [];
  const line = firstLine(item, reading);
  const look = metricsOf(item, style, reading);
  const { size, family, ascent, descent } = look;
  const lineHeight = Number.parseFloat(style.lineHeight) || (ascent + descent) * 1;
  const top = line?.top ?? box.top + (lineHeight - ascent - descent) / 2;
  const height = line?.height ?? ascent + descent;
  const baseline = top + (height - ascent - descent) / 2 + ascent;
  const range = { top, bottom: top + height };
  // Inside markers are part of the line, so the text begins after them.
  const end = style.listStylePosition === 'inside' ? (line?.left ?? box.left + size) - size * 0.2 : box.left - size * GAP;
  const shape = bullet(type, end, baseline, size);
  if (shape) return [{ kind: 'path', ...shape, fill, ...range }];
  const text = `${numberAs(type, ordinalOf(item))}.`;
  const width = widthOf(text, look, reading);
  return [{ kind: 'text', text, x: end - width, baseline, width, size, family, fill, ...range }];
}

function bullet(
  type: string,
  end: number,
  baseline: number,
  size: number,
): { readonly outline: string; readonly evenOdd?: boolean } | undefined {
  const width = size * 0.36;
  const box = { x: end - width - size * 0.1, y: baseline - size * 0.5, width, height: width };
  const round = (radius: number) => [0, 1, 2, 3].map(() => [radius, radius] as const);
  if (type === 'disc') return { outline: outlineOf(box, round(width / 2)) };
  if (type === 'square') return { outline: outlineOf(box) };
  if (type === 'circle') {
    const inner = { x: box.x + KAPPA, y: box.y + KAPPA, width: width - 2 * KAPPA, height: width - 2 * KAPPA };
    return { outline: outlineOf(box, round(width / 2)) + outlineOf(inner, round(inner.width / 2)), evenOdd: true };
  }
  if (type.startsWith('disclosure'))
    return { outline: polygon([box.x, box.y], [box.x + width, box.y + width / 2], [box.x, box.y + width]) };
  return undefined;
}

function firstLine(item: Element, { frame }: Reading): DOMRect | undefined {
  const walker = frame.document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  const range = frame.document.createRange();
  for (let node = walker.nextNode(), count = 0; node && count < 20; node = walker.nextNode(), count += 1) {
    if ((node.nodeValue ?? '').trim() === '') continue;
    range.selectNodeContents(node);
    const [line] = range.getClientRects();
    if (line) return line;
  }
  return undefined;
}

function ordinalOf(item: Element): number {
  const list = item.parentElement;
  const items = [...(list?.children ?? [])].filter(({ localName }) => localName === 'li');
  const isReversed = list?.hasAttribute('reversed') === true;
  const given = Number.parseInt(list?.getAttribute('start') ?? '', 10);
  let number = Number.isNaN(given) ? (isReversed ? items.length : 1) : given;
  for (const each of items) {
    const own = Number.parseInt(each.getAttribute('value') ?? '', 10);
    if (!Number.isNaN(own)) number = own;
    if (each === item) return number;
    number += isReversed ? -1 : 1;
  }
  return number;
}

const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

/** Counter styles of CSS that lists use; others count with digits. */
function numberAs(type: string, number: number): string {
  if (number < 1 || number > 3999) return String(number);
  if (type.endsWith('-roman')) {
    let [rest, text] = [number, ''];
    for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) text += letters;
    return type.startsWith('upper') ? text.toUpperCase() : text;
  }
  if (/^(?:lower|upper)-(?:alpha|latin)$/.test(type)) {
    let text = '';
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
      text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
    return type.startsWith('upper') ? text.toUpperCase() : text;
  }
  return type === 'decimal-leading-zero' ? String(number).padStart(2, '0') : String(number);
}
