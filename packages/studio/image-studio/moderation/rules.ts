/** The rule set: refuses prompts by the words in them, in both languages, without a service. `rules.json` holds the words. */
import { z } from 'zod';
import { isNegated } from './negation.ts';
import { joinedLetters, plainText } from './plain-text.ts';
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
  /** A group whose terms lift the rule. */
  unless: z.string().optional(),
});
const ruleSet = z.strictObject({ groups: z.record(z.string(), group), rules: z.array(rule) });

export type RuleSet = z.infer<typeof ruleSet>;
type Group = z.infer<typeof group>;

export const RULES: RuleSet = ruleSet.parse(recorded);

export type Broken = {
  readonly category: string;
  /** The terms that were found, as the rule set writes them. */
  readonly terms: readonly string[];
};

/**
 * The rules that a prompt breaks, most severe first.
 * @param without things to leave out; clothes among them count as nudity
 */
export function brokenRules(prompt: string, without = '', { groups, rules }: RuleSet = RULES): readonly Broken[] {
  const plain = plainText(prompt);
  const readings = [plain, joinedLetters(plain)];
  const find = (name: string, negatable: boolean): readonly string[] => {
    const known = groups[name];
    if (!known) throw new RangeError(`There is no group ${name}`);
    return termsIn(known, { prompt, readings, negatable });
  };
  const undressed = UNDRESSING.test(plainText(without)) ? [without.trim()] : [];
  return rules.flatMap(({ category, all, negatable, unless }) => {
    if (unless && find(unless, false).length > 0) return [];
    const found = all.map((names) =>
      names.flatMap((name) => [...find(name, negatable), ...(name === 'nudity' ? undressed : [])]),
    );
    return found.every((terms) => terms.length > 0) ? [{ category, terms: [...new Set(found.flat())] }] : [];
  });
}

const UNDRESSING = /(?<!\p{L})(?:clothes|clothing|clothed|dress|dressed|outfit|underwear)(?!\p{L})|(?<!\p{L})(?:옷|의상|속옷)/u;

type Text = { readonly prompt: string; readonly readings: readonly string[]; readonly negatable: boolean };

function termsIn(known: Group, { prompt, readings, negatable }: Text): readonly string[] {
  const found = expressionsOf(known).filter(({ expression }) =>
    readings.some((text) => [...text.matchAll(expression)].some((match) => !(negatable && isNegated(text, match)))),
  );
  return [...found.map(({ term }) => term), ...agesIn(prompt, known.agesBelow ?? 0)];
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

/** Particles and endings that may follow a Korean noun. */
const PARTICLES =
  '(?:들)?(?:에게서|한테서|에게|한테|에서|으로|처럼|같은|까지|부터|이랑|이며|이고|이나|인|가|이|를|을|는|은|의|와|과|도|만|로|랑|에|야|사진|장면|그림|이미지|영상|물)?';
const END = '(?![\\p{L}\\p{N}])';

function wordExpression(term: string, ending: string, space: string, end = END): RegExp {
  const words = plainText(term).split(' ').join(space);
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}${ending}${end}`, 'gu');
}

const ENGLISH_AGE = /(?<![\d.])(\d{1,2})[\s-]*(?:years?|yrs?|y)[\s-]*(?:olds?|o)(?!\p{L})/giu;
const KOREAN_AGE = /(?<![\d.])(\d{1,2})\s*(?:살|세(?![가-힣]*대))/gu;
const TEENS = /(?<!\d)10\s*대/u;

/** Ages below a limit, as the prompt states them. Looks at the digits themselves, which `plainText` reads as letters. */
function agesIn(prompt: string, below: number): readonly string[] {
  const text = prompt.normalize('NFKC');
  const ages = [ENGLISH_AGE, KOREAN_AGE].flatMap((age) => [...text.matchAll(age)]).filter(([, age]) => Number(age) < below);
  const teens = below > 0 ? (TEENS.exec(text)?.[0] ?? []) : [];
  return [...ages.map(([words]) => words), ...[teens].flat()];
}
