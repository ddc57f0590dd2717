import { ConversionError } from '@bakkum/conversion/errors';
import type { LayoutFrame } from './frame.browser.ts';

export const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Sums and the like, and integrals, with their size in formulas on lines of their own. */
const LARGE: readonly (readonly [operators: RegExp, factor: number])[] = [
  [/^[\u220f-\u2211\u22c0-\u22c3\u2a00-\u2a09]$/, 1.5],
  [/^[\u222b-\u2233\u2a0b-\u2a1c]$/, 1.8],
];

/** How many times larger an operator is on a line of its own; nothing for most. */
export const enlargementOf = (operator: string): number | undefined => LARGE.find(([signs]) => signs.test(operator))?.[1];

/** Between a large operator and its limits. */
const ROOM = '0.12em';

/** Size of scripts, as a part of what they belong to (MathML Core, 4.5). */
const SCRIPT = 0.71;
const MAX_LEVEL = 2;
const SCRIPTS = ['msub', 'msup', 'msubsup', 'mmultiscripts', 'munder', 'mover', 'munderover', 'mroot']
  .map((name) => `${name} > :nth-child(n + 2):not(mo)`)
  .join(', ');

/**
 * Gives operators and scripts their sizes in print, once they have their typefaces. Browsers take larger glyphs from tables that our
 * typefaces lack, and some take the sizes of scripts from there. Errors: `unsupported-feature` if the browser lays out no formulas.
 */
export function prepareFormulas({ body, view }: LayoutFrame): void {
  if (!body.querySelector('math')) return;
  if (!view.CSS.supports('math-style', 'compact')) throw new ConversionError('unsupported-feature', 'formulas');
  const isDisplayed = (element: Element): boolean => view.getComputedStyle(element).getPropertyValue('math-style') === 'normal';
  const all = (selector: string): readonly MathMLElement[] => [...body.querySelectorAll<MathMLElement>(selector)];
  const large = all('mo:not([largeop="false"])').flatMap((operator) => {
    const factor = enlargementOf((operator.textContent ?? '').trim());
    return factor !== undefined && isDisplayed(operator) ? [{ operator, factor }] : [];
  });
  const inLines = all('mfrac').filter((fraction) => !isDisplayed(fraction));
  const factors = new Map<Element, number>(all(SCRIPTS).map((script) => [script, SCRIPT]));
  for (const fraction of inLines) for (const part of fraction.children) factors.set(part, SCRIPT);
  for (const { operator, factor } of large) factors.set(operator, factor * (factors.get(operator) ?? 1));
  const sizes = [...factors.keys()].map((element) => ({ element, size: sizeOf(element, factors, view) }));
  for (const { element, size } of sizes)
    if (element instanceof view.MathMLElement) element.style.setProperty('font-size', `${size}px`, 'important');
  for (const { operator } of large)
    if (operator.parentElement?.localName !== 'msubsup') operator.style.setProperty('padding-block', ROOM, 'important');
}

/** In pixels, because Firefox has no sizes relative to the parent element in formulas. Deeper scripts do not shrink further, so they stay legible. */
function sizeOf(element: Element, factors: ReadonlyMap<Element, number>, view: LayoutFrame['view']): number {
  let [factor, level] = [1, 0];
  for (let each: Element | null = element; each && each.localName !== 'math'; each = each.parentElement) {
    const own = factors.get(each);
    if (own === undefined) continue;
    if (own < 1) level += 1;
    factor *= own < 1 && level > MAX_LEVEL ? 1 : own;
  }
  const around = element.closest('math') ?? element;
  return factor * (Number.parseFloat(view.getComputedStyle(around).fontSize) || 16);
}
