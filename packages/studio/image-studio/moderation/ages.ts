/** Ages that a prompt states, in digits or words. */
import { withoutInvisible } from './plain-text.ts';

const ENGLISH_AGE =
  /(?<![\d.])(\d{1,2})[\s-]*(?:years?|yrs?|y)[\s/-]*(?:olds?|o)(?!\p{L})(?!\s+(?:whisky|whiskey|scotch|bourbon|wine|tree|oak|house|car)(?!\p{L}))/giu;
const AGED = /(?<!\p{L})(?:aged?|turning)\s+(\d{1,2})(?!\d)/giu;
/** "a girl of 14", "boy, 12,", "girl (14)"; "a model of 2 houses" states no age */
const PERSON_OF =
  /(?<!\p{L})(?:girl|boy|kid|child|student|daughter|son|woman|man|female|male|person)s?\s+of\s+(\d{1,2})(?![\d.:]|\s*(?:%|percent))/giu;
const PERSON_AND_AGE =
  /(?<!\p{L})(?:girl|boy|kid|child|student|daughter|son|woman|man|female|male|model|person)s?\s*[,(]\s*(\d{1,2})\s*(?:[,).]|$)/giu;
const KOREAN_AGE = /(?<![\d.])(\d{1,2})\s*(?:살|세(?![가-힣]*대))/giu;
/** "나이 14" */
const KOREAN_AGED = /나이(?:가|는|:)?\s*(\d{1,2})(?!\d)/gu;
const TEENS = /(?<!\d)10\s*대/u;
/** Ages from 1 to 17 in words. */
const ENGLISH_WORDS =
  /(?<![\p{L}-])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[\s-]+years?[\s-]+olds?(?!\p{L})/giu;
const KOREAN_WORDS =
  /(?<![가-힣])(?<!(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)\s)(?:열\s?(?:한|두|세|네|다섯|여섯|일곱)|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉)\s?살/gu;

/** Ages below a limit, as the prompt states them. Looks at the digits themselves, which `plainText` reads as letters. */
export function statedAges(prompt: string, below: number): readonly string[] {
  if (below === 0) return [];
  const text = withoutInvisible(prompt);
  const inDigits = [ENGLISH_AGE, AGED, PERSON_OF, PERSON_AND_AGE, KOREAN_AGE, KOREAN_AGED]
    .flatMap((age) => [...text.matchAll(age)])
    .filter(([, age]) => Number(age) < below);
  const inWords = [ENGLISH_WORDS, KOREAN_WORDS].flatMap((age) => [...text.matchAll(age)]);
  return [...[...inDigits, ...inWords].map(([words]) => words), ...(TEENS.exec(text) ?? [])];
}
