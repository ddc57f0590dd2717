export const PROMPT_LANGUAGES = ['en', 'ko'] as const;
/** Languages that models are known to read. */
export type PromptLanguage = (typeof PROMPT_LANGUAGES)[number];

/** Letters of scripts other than Latin. Greek letters are symbols in most prompts. */
const FOREIGN_LETTER = /[\p{L}--\p{Script=Latin}--\p{Script=Common}--\p{Script=Inherited}--\p{Script=Greek}]/v;

/**
 * The language a model must read for this prompt: Korean as soon as it contains Hangul, because a model without it misses those words, and
 * `other` with letters of a script that neither language uses. Languages in Latin letters count as English.
 */
export function promptLanguage(text: string): PromptLanguage | 'other' {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return FOREIGN_LETTER.test(text) ? 'other' : 'en';
}

/** Whether a model that reads these languages reads this prompt. Models that read more than English also read other scripts. */
export function readsPrompt(languages: readonly PromptLanguage[], text: string): boolean {
  const language = promptLanguage(text);
  return language === 'other' ? languages.some((one) => one !== 'en') : languages.includes(language);
}
