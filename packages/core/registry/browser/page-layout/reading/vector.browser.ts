import { type DrawnItem, IMAGE_NAME } from '@bakkum/conversion/pages/page-layout';
import { escapeXmlAttribute } from '@bakkum/markup/escape';
import { hexOf } from './colors.browser.ts';
import type { Reading } from './reading.browser.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Properties that drawings inherit from style sheets, as attributes. */
const PROPERTIES = [
  ...['fill-opacity', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'fill-rule'],
  ...['opacity', 'font-size', 'text-anchor', 'dominant-baseline'],
] as const;
const PAINTS = ['fill', 'stroke', 'stop-color'] as const;

/** A drawing inside the page, with its styles as attributes. */
export function readDrawing(svg: SVGSVGElement, box: DOMRect, reading: Reading): DrawnItem {
  const copy = svg.cloneNode(true);
  if (copy instanceof reading.frame.view.SVGElement) inlineStyles(svg, copy, reading);
  if (!(copy instanceof reading.frame.view.SVGSVGElement)) throw new TypeError('a drawing is copied as a drawing');
  resolveUses(svg, copy);
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`);
  copy.removeAttribute('x');
  copy.removeAttribute('y');
  reading.together.push([box.top, box.bottom]);
  // Replaced in the text, because a browser would load the name of an image as an address.
  const markup = new XMLSerializer().serializeToString(copy).replaceAll(/href="(blob:[^"]*)"/g, (_, address: string) => {
    const image = reading.imageOf(address);
    return image ? `href="${IMAGE_NAME}${escapeXmlAttribute(image.name)}"` : '';
  });
  return { kind: 'svg', markup, x: box.x, y: box.y, width: box.width, height: box.height };
}

function inlineStyles(original: Element, copy: Element, reading: Reading): void {
  const style = reading.frame.view.getComputedStyle(original);
  for (const name of PROPERTIES) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, value.replace(/px$/, ''));
  }
  for (const name of PAINTS) {
    const value = style.getPropertyValue(name);
    if (value === '') continue;
    const hex = /^(?:none|url\()/.test(value) ? undefined : hexOf(value);
    copy.setAttribute(name, hex?.slice(0, 7) ?? (value.startsWith('url(') ? value.replaceAll('"', '') : 'none'));
  }
  copy.setAttribute('font-family', reading.fonts.fontOf(original));
  copy.removeAttribute('font-weight');
  copy.removeAttribute('font-style');
  for (const name of ['style', 'class', 'data-image', 'data-style', 'data-bakkum-font']) copy.removeAttribute(name);
  if (style.display === 'none' || style.visibility === 'hidden') copy.setAttribute('visibility', 'hidden');
  [...original.children].forEach((child, index) => {
    const twin = copy.children[index];
    if (twin) inlineStyles(child, twin, reading);
  });
  for (const child of [...copy.children]) if (child.getAttribute('visibility') === 'hidden') child.remove();
}

/** Symbols that another drawing of the page defines are copied. */
function resolveUses(original: SVGSVGElement, copy: SVGSVGElement): void {
  for (const use of [...copy.querySelectorAll('use')]) {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').replace(/^#/, '');
    if (id === '' || copy.querySelector(`#${CSS.escape(id)}`)) continue;
    const symbol = original.ownerDocument.getElementById(id);
    if (symbol && !symbol.contains(original)) use.replaceWith(placedSymbol(symbol, use, copy));
  }
}

function placedSymbol(symbol: Element, use: Element, drawing: Element): Element {
  const placed = symbol.ownerDocument.createElementNS(SVG, symbol.localName === 'symbol' ? 'svg' : 'g');
  const viewBox = symbol.getAttribute('viewBox');
  const [, , width = '100', height = '100'] = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/);
  if (viewBox !== null) {
    placed.setAttribute('viewBox', viewBox);
    placed.setAttribute('width', use.getAttribute('width') ?? width);
    placed.setAttribute('height', use.getAttribute('height') ?? height);
  }
  for (const child of symbol.childNodes) placed.append(child.cloneNode(true));
  for (const name of PAINTS) {
    const value = use.getAttribute(name);
    if (value !== null) placed.setAttribute(name, value);
  }
  return placed;
}
