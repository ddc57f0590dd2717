import { ConversionError } from '@bakkum/conversion/errors';
import { type FirstLetterRule, takeFirstLetters } from './first-letters.browser.ts';
import type { LayoutFrame } from './frame.browser.ts';
import { type Medium, mediaFor } from './media-queries.ts';

/** The address of an image named in a style sheet, or nothing. */
export type ImageAddress = (name: string) => string | undefined;

const LOADS = /(?:url|image-set|src|image|cross-fade|element)\s*\(/i;
/** Browsers write addresses in double quotes. */
const URL_TOKEN = /url\("([^"]*)"\)/gi;

/**
 * A style sheet for a medium whose images are those of `addressOf`. The browser parses it, so nothing is overlooked that it would read.
 * @param letters collects its rules for first letters
 */
export function styleSheet(
  { view }: LayoutFrame,
  text: string,
  medium: Medium,
  addressOf: ImageAddress,
  letters: FirstLetterRule[] = [],
): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(text);
  const own: FirstLetterRule[] = [];
  cleanRules(sheet, { medium, addressOf, view }, own);
  letters.push(...own.reverse());
  return sheet;
}

type RuleList = { readonly cssRules: CSSRuleList; deleteRule(index: number): void };

const isRuleList = (rule: object): rule is RuleList => 'cssRules' in rule && 'deleteRule' in rule;

/** More rules would keep the browser busy for seconds in one piece. */
const MAX_RULES = 40_000;

type Cleaning = { readonly medium: Medium; readonly addressOf: ImageAddress; readonly view: LayoutFrame['view'] };

/** Collects the rules for first letters from the last to the first. */
function cleanRules(list: RuleList, cleaning: Cleaning, letters: FirstLetterRule[]): void {
  const { medium, addressOf, view } = cleaning;
  if (list.cssRules.length > MAX_RULES) throw new ConversionError('unsupported-feature', `more than ${MAX_RULES} rules`);
  for (let index = list.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = list.cssRules[index];
    if (!rule) continue;
    // Typefaces come from us, so that what is measured is what is embedded.
    if (/^@(?:font-face|import)\b/.test(rule.cssText)) {
      list.deleteRule(index);
      continue;
    }
    const media = 'media' in rule && isMediaList(rule.media) ? rule.media : undefined;
    if (media) media.mediaText = mediaFor(medium, media.mediaText);
    if ('style' in rule && isDeclaration(rule.style)) cleanDeclarations(rule.style, addressOf);
    if (isRuleList(rule)) cleanRules(rule, cleaning, holds(rule, view) ? letters : []);
    if (isStyleRule(rule) && takeFirstLetters(rule, letters)) list.deleteRule(index);
  }
}

/** Whether the rules inside a rule apply everywhere. The size of a container, for example, is not known before the layout. */
function holds(rule: CSSRule, view: LayoutFrame['view']): boolean {
  if ('media' in rule && isMediaList(rule.media)) return view.matchMedia(rule.media.mediaText).matches;
  if ('conditionText' in rule && /^@supports\b/.test(rule.cssText)) return view.CSS.supports(String(rule.conditionText));
  return !isStyleRule(rule) && /^@layer\b/.test(rule.cssText);
}

const isStyleRule = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule && 'style' in rule;
const isMediaList = (value: unknown): value is MediaList => typeof value === 'object' && value !== null && 'mediaText' in value;
const isDeclaration = (value: unknown): value is CSSStyleDeclaration =>
  typeof value === 'object' && value !== null && 'removeProperty' in value;

/** Replaces images by their addresses in memory, and drops what has none. */
export function cleanDeclarations(style: CSSStyleDeclaration, addressOf: ImageAddress): void {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    if (!LOADS.test(value)) continue;
    const replaced = value.replaceAll(URL_TOKEN, (token, wanted: string) => {
      if (wanted.startsWith('#')) return token;
      const address = addressOf(wanted);
      return address === undefined ? 'none' : `url("${address}")`;
    });
    const isSafe = !LOADS.test(replaced.replaceAll(/url\("(?:blob:[^"]*|#[^"]*)"\)/g, '').replaceAll(/url\(#[^)]*\)/g, ''));
    if (isSafe) style.setProperty(name, replaced, style.getPropertyPriority(name));
    else style.removeProperty(name);
  }
}
