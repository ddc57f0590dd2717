import type { LayoutFrame } from './frame.browser.ts';
import type { TimeSlices } from './time-slices.browser.ts';

const QUOTED = /^"((?:[^"\\]|\\.)*)"$/;
/** Longer texts are no decoration. */
const MAX_LENGTH = 500;
const MARK = 'data-bakkum-pseudo';

/**
 * Replaces `::before` and `::after` by elements of the same look, because nothing tells where a browser places them. Only those with
 * visible text or an area of their own; counters stay pseudo-elements and are not drawn.
 */
export async function replacePseudoElements({ document, body, view }: LayoutFrame, slices: TimeSlices): Promise<void> {
  const found: (() => void)[] = [];
  for (const element of body.querySelectorAll('*')) {
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
    for (const side of ['before', 'after'] as const) {
      const style = view.getComputedStyle(element, `::${side}`);
      const text = QUOTED.exec(style.content)?.[1];
      if (text === undefined || text.length > MAX_LENGTH || style.display === 'none' || !isVisible(text, style)) continue;
      const made = document.createElement('span');
      made.textContent = text.replaceAll(/\\(.)/g, '$1');
      for (const name of Array.from(style)) made.style.setProperty(name, style.getPropertyValue(name));
      made.style.setProperty('content', 'normal');
      found.push(() => {
        element.setAttribute(MARK, `${element.getAttribute(MARK) ?? ''} ${side}`);
        if (side === 'before') element.prepend(made);
        else element.append(made);
      });
    }
    await slices.next();
  }
  for (const put of found) put();
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(`[${MARK}~="before"]::before, [${MARK}~="after"]::after { content: none !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const isVisible = (text: string, style: CSSStyleDeclaration): boolean =>
  text.trim() !== '' ||
  style.backgroundImage !== 'none' ||
  (!/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) && Number.parseFloat(style.height) > 0) ||
  (style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) > 0) ||
  (style.borderBottomStyle !== 'none' && Number.parseFloat(style.borderBottomWidth) > 0) ||
  (style.borderLeftStyle !== 'none' && Number.parseFloat(style.borderLeftWidth) > 0);
