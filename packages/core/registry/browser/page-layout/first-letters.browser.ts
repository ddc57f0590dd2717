import type { LayoutFrame } from './frame.browser.ts';
import { splitList } from './reading/background-images.browser.ts';
import type { TimeSlices } from './time-slices.browser.ts';

/** A rule for first letters: the selector of their elements, and its declarations. */
export type FirstLetterRule = { readonly selector: string; readonly declarations: string };

const MAX_RULES = 100;
/** More letters of their own style keep it from the browser; the text stays. */
const MAX_LETTERS = 5000;
const MARK = 'data-bakkum-letter';
/** The letter, with the punctuation around it (CSS Pseudo-Elements 4, 2.2). */
const FIRST_LETTER = /^\s*(\p{P}*[^\s\p{P}]\p{M}*\p{P}*)/u;
const PSEUDO = /::?first-letter$/;

/** Takes the part for first letters out of a rule. Returns whether nothing is left of it. */
export function takeFirstLetters(rule: CSSStyleRule, rules: FirstLetterRule[]): boolean {
  if (!rule.selectorText.includes(':first-letter')) return false;
  const parts = splitList(rule.selectorText);
  for (const part of parts.filter((each) => PSEUDO.test(each)))
    rules.push({ selector: elementsOf(part.replace(PSEUDO, '')), declarations: rule.style.cssText });
  const rest = parts.filter((part) => !PSEUDO.test(part));
  if (rest.length > 0) rule.selectorText = rest.join(', ');
  return rest.length === 0;
}

/** `.a ::first-letter` means `.a *::first-letter`. */
const elementsOf = (selector: string): string => (/(?:^|[\s>+~])$/.test(selector) ? `${selector}*` : selector);

/** Replaces first letters of their own style by elements, because nothing tells where a browser places them. */
export async function wrapFirstLetters(frame: LayoutFrame, rules: readonly FirstLetterRule[], slices: TimeSlices): Promise<void> {
  for (const { element, declarations } of await elementsWithLetters(frame, rules.slice(0, MAX_RULES), slices)) {
    await slices.next();
    const letter = element.querySelector<HTMLElement>(`[${MARK}]`) ?? wrappedLetter(element, frame.document);
    if (letter) letter.style.cssText += `;${declarations}`;
  }
}

/** All are found before the first letter is wrapped: each change would compute the styles again. */
async function elementsWithLetters({ body, view }: LayoutFrame, rules: readonly FirstLetterRule[], slices: TimeSlices) {
  const found: { readonly element: Element; readonly declarations: string }[] = [];
  const blocks = new Map<Element, boolean>();
  for (const { selector, declarations } of rules) {
    for (const element of matching(body, selector)) {
      await slices.next();
      if (found.length === MAX_LETTERS) return found;
      const isBlock = blocks.get(element) ?? !/^(?:inline|contents|none)$/.test(view.getComputedStyle(element).display);
      blocks.set(element, isBlock);
      if (isBlock) found.push({ element, declarations });
    }
  }
  return found;
}

/** Some selectors of style sheets are none for elements. */
function matching(body: HTMLElement, selector: string): Iterable<Element> {
  try {
    return body.querySelectorAll(selector);
  } catch {
    return [];
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
