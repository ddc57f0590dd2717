export const PROMPT_LANGUAGES = ['en', 'ko'] as const;
export type PromptLanguage = (typeof PROMPT_LANGUAGES)[number];

/** The language a model must read for this prompt: Korean as soon as it contains Hangul, because a model without it misses those words. */
export function promptLanguage(text: string): PromptLanguage {
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : 'en';
}
