/** The rule set: refuses prompts by the words in them, in both languages, without a service. `rules.json` holds the words. */
import { z } from 'zod';
import { statedAges } from './ages.ts';
import { isNegated, isPrevented } from './negation.ts';
import { plainText, readingsOf } from './plain-text.ts';
import recorded from './rules.json' with { type: 'json' };

const group = z.strictObject({
  en: z.array(z.string()).default([]),
  /** Korean words, which particles may follow. */
  ko: z.array(z.string()).default([]),
  /** The beginnings of Korean words. */
  koStems: z.array(z.string()).default([]),
  /** Also matches the statement of an age below this one, in years. */
  agesBelow: z.number().optional(),
});
const rule = z.strictObject({
  category: z.string(),
  /** Matches if the prompt contains a term of one group of each list. */
  all: z.array(z.array(z.string()).min(1)).min(1),
  /** Terms that the prompt excludes do not count: "no violence". Models that ignore the exclusion would draw them. */
  negatable: z.boolean().default(false),
  /** Terms that the prompt campaigns against do not count: "stop violence", "폭력 예방". */
  preventable: z.boolean().default(false),
});
const ruleSet = z.strictObject({
  groups: z.record(z.string(), group),
  /** Phrases that contain a term with another meaning. They are not matched. */
  harmless: z.array(z.string()),
  rules: z.array(rule),
});

export type RuleSet = z.infer<typeof ruleSet>;
type Group = z.infer<typeof group>;

export const RULES: RuleSet = ruleSet.parse(recorded);
/** The rules that no exclusion lifts, for lists of things to leave out. */
export const STRICT_RULES: RuleSet = { ...RULES, rules: RULES.rules.filter(({ negatable }) => !negatable) };

export type Broken = {
  readonly category: string;
  /** The terms that were found, as the rule set writes them. */
  readonly terms: readonly string[];
};

export type Checked = {
  readonly prompt: string;
  /** Things to leave out; clothes among them count as nudity. */
  readonly without?: string | null | undefined;
  /** Whether the prompt changes an image that the person uploaded, which may show a real person. */
  readonly ofUpload?: boolean;
};

/** The rules that a prompt breaks, most severe first. */
export function brokenRules({ prompt, without, ofUpload = false }: Checked, set: RuleSet = RULES): readonly Broken[] {
  const { groups, harmless, rules } = set;
  const readings = readingsOf(prompt).map((text) => withoutPhrases(text, harmless));
  const find = (name: string, lifts: Lifts): readonly string[] => {
    const known = groups[name];
    if (!known) throw new RangeError(`There is no group ${name}`);
    return termsIn(known, { prompt, readings, lifts });
  };
  const undressed = without && isUndressing(without) ? [without.trim()] : [];
  const withoutAdults = without && excludesAdults(without) ? [without.trim()] : [];
  const excluded: Readonly<Record<string, readonly string[]>> = { nudity: undressed, minor: withoutAdults };
  return rules.flatMap(({ category, all, ...lifts }) => {
    const needed = all.filter((names) => !(ofUpload && names.includes('real-person')));
    const found = needed.map((names) => names.flatMap((name) => [...find(name, lifts), ...(excluded[name] ?? [])]));
    return found.every((terms) => terms.length > 0) ? [{ category, terms: [...new Set(found.flat())] }] : [];
  });
}

/** A comma replaces each phrase, so that the words around it do not join into a term. */
function withoutPhrases(text: string, phrases: readonly string[]): string {
  return phrases.reduce((rest, phrase) => rest.replaceAll(phraseExpression(phrase), ' , '), text);
}

const phraseExpressions = new Map<string, RegExp>();

function phraseExpression(phrase: string): RegExp {
  const known = phraseExpressions.get(phrase);
  if (known) return known;
  const made = new RegExp(`(?<!\\p{L})${plainText(phrase).split(' ').join('[\\s-]*')}`, 'gu');
  phraseExpressions.set(phrase, made);
  return made;
}

const UNDRESSING = /(?<!\p{L})(?:clothes|clothing|clothed|dress|dressed|outfit|underwear)(?!\p{L})|(?<!\p{L})(?:옷|의상|속옷)/u;

/** Whether clothes are among the things to leave out. */
export function isUndressing(without: string): boolean {
  return UNDRESSING.test(plainText(without));
}

/** Adults as a whole entry of the list: without them, the people in the image are minors. Not "adult content". */
const ADULTS = /^(?:the |all |any )?(?:adults|grown-?ups|adult (?:people|women|men))$|^(?:성인|어른)(?:들)?$/u;
const REVERSING =
  /(?<!\p{L})(?:anything|everything|everyone|nothing|but|except|excepting|unless|instead|only|other than|not|no|never|non)(?!\p{L})|말고|제외|빼고|외에|아닌|않|대신|없는|없이/u;

/** "no nudity", "no explicit content or text", "노출 없음": an ordinary exclusion. Other words between may turn it: "no limits naked". */
const ENGLISH_NO = /^no (?=(?:(?:any|more|visible|partial|full|explicit|graphic|sexual|naked|nude|\p{L}+ or) )*\p{L}+$)/u;
const KOREAN_NO = /^(\p{L}+?) ?(?:없음|없이|금지)$/u;

function entriesOf(without: string): readonly string[] {
  return plainText(without)
    .split(/[,;\n]/)
    .map((entry) => entry.trim());
}

function excludesAdults(without: string): boolean {
  return entriesOf(without).some((entry) => ADULTS.test(entry));
}

/**
 * The entries among the things to leave out that a reader may take for a wish, such as "anything but naked". Models that receive the list as
 * part of the prompt draw them, together with what the prompt names.
 */
export function reversedExclusions(without: string): string {
  return entriesOf(without)
    .filter((entry) => REVERSING.test(entry.replace(ENGLISH_NO, '').replace(KOREAN_NO, '$1')))
    .join(', ');
}

type Lifts = Pick<z.infer<typeof rule>, 'negatable' | 'preventable'>;
type Text = { readonly prompt: string; readonly readings: readonly string[]; readonly lifts: Lifts };

function termsIn(known: Group, { prompt, readings, lifts }: Text): readonly string[] {
  const isLifted = (text: string, match: RegExpExecArray): boolean =>
    (lifts.negatable && isNegated(text, match)) || (lifts.preventable && isPrevented(text, match));
  const found = expressionsOf(known).filter(({ expression }) =>
    readings.some((text) => [...text.matchAll(expression)].some((match) => !isLifted(text, match))),
  );
  return [...found.map(({ term }) => term), ...statedAges(prompt, known.agesBelow ?? 0)];
}

type Expression = { readonly term: string; readonly expression: RegExp };
const expressions = new WeakMap<Group, readonly Expression[]>();

function expressionsOf(known: Group): readonly Expression[] {
  const made = expressions.get(known) ?? [
    ...known.en.map((term) => ({ term, expression: wordExpression(term, "(?:'?s)?", '[\\s-]+') })),
    ...known.ko.map((term) => ({ term, expression: wordExpression(term, PARTICLES, '\\s*') })),
    ...known.koStems.map((term) => ({ term, expression: wordExpression(term, '', '\\s*', '') })),
  ];
  expressions.set(known, made);
  return made;
}

/** Particles and suffixes that may follow a Korean noun. */
const PARTICLES =
  '(?:들)?(?:에게서|한테서|에게|한테|에서|으로|처럼|같은|까지|부터|이랑|이며|이고|이나|인|가|이|를|을|는|은|의|와|과|도|만|로|랑|에|야|사진|장면|그림|이미지|영상|물)?';
const END = '(?![\\p{L}\\p{N}])';

function wordExpression(term: string, ending: string, space: string, end = END): RegExp {
  const words = plainText(term).split(' ').join(space);
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}${ending}${end}`, 'gu');
}
