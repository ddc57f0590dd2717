import type { LayoutFrame } from './frame.browser.ts';

/** A rule for first letters: the selector of their elements, and its declarations. */
export type FirstLetterRule = { readonly selector: string; readonly declarations: string };

const MAX_RULES = 100;
const MARK = 'data-bakkum-letter';
/** The letter, with the punctuation around it (CSS Pseudo-Elements 4, 2.2). */
const FIRST_LETTER = /^\s*(\p{P}*[^\s\p{P}]\p{M}*\p{P}*)/u;
const PSEUDO = /::?first-letter$/;

/** Takes the part for first letters out of a rule. Returns whether nothing is left of it. */
export function takeFirstLetters(rule: CSSStyleRule, rules: FirstLetterRule[]): boolean {
  if (!rule.selectorText.includes(':first-letter')) return false;
  // Commas inside parentheses are rare here, and would leave the letter as it is.
  const parts = rule.selectorText.split(',').map((part) => part.trim());
  for (const part of parts.filter((each) => PSEUDO.test(each)))
    rules.push({ selector: part.replace(PSEUDO, '') || '*', declarations: rule.style.cssText });
  const rest = parts.filter((part) => !PSEUDO.test(part));
  if (rest.length > 0) rule.selectorText = rest.join(', ');
  return rest.length === 0;
}

/** Replaces first letters of their own style by elements, because nothing tells where a browser places them. */
export function wrapFirstLetters({ document, view }: LayoutFrame, rules: readonly FirstLetterRule[]): void {
  for (const { selector, declarations } of rules.slice(0, MAX_RULES)) {
    for (const element of document.body.querySelectorAll(selector)) {
      if (/^(?:inline|contents|none)$/.test(view.getComputedStyle(element).display)) continue;
      const letter = element.querySelector<HTMLElement>(`[${MARK}]`) ?? wrappedLetter(element, document);
      if (letter) letter.style.cssText += `;${declarations}`;
    }
  }
}

function wrappedLetter(element: Element, document: Document): HTMLElement | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (text.trim() === '') continue;
    const letter = FIRST_LETTER.exec(text)?.[1];
    if (letter === undefined || node.parentNode === null) return undefined;
    const at = text.indexOf(letter);
    const made = document.createElement('span');
    made.setAttribute(MARK, '');
    made.textContent = letter;
    const rest = document.createTextNode(text.slice(at + letter.length));
    node.nodeValue = text.slice(0, at);
    node.parentNode.insertBefore(rest, node.nextSibling);
    node.parentNode.insertBefore(made, rest);
    return made;
  }
  return undefined;
}
