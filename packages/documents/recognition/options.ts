import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';
import { ADDED_LANGUAGES } from './added-languages.gen.ts';
import type { Language } from './tesseract.ts';

/** `auto` is English and Korean, even mixed within a line. Operators can add languages (`RECOGNITION_LANGUAGES`). */
export const LANGUAGE_OPTION = {
  textLanguage: { kind: 'choice', values: ['auto', 'eng', 'kor', ...ADDED_LANGUAGES], default: 'auto', advanced: true },
} as const satisfies OptionsSchema;

/** Highlights words that may have been misread, in formats that can. */
export const MARK_OPTION = { markUncertain: { kind: 'boolean', default: false } } as const satisfies OptionsSchema;

/** `auto` recognizes short documents; `on` recognizes all scanned pages; `off` keeps them as images. */
export const RECOGNIZE_OPTION: OptionsSchema = {
  recognize: { kind: 'choice', values: ['auto', 'on', 'off'], default: 'auto' },
  markUncertain: { ...MARK_OPTION.markUncertain, when: { recognize: ['auto', 'on'] } },
  ...LANGUAGE_OPTION,
};

/** For formats that cannot hold the image of a page: without recognition, the result of a scan would be empty. */
export const TEXT_RECOGNIZE_OPTION: OptionsSchema = {
  recognize: { kind: 'choice', values: ['auto', 'on', 'off'], default: 'on' },
  ...LANGUAGE_OPTION,
};

/** Returns the languages of an option value, the first one tried first. */
export function languagesOf(value: OptionValue | undefined): readonly Language[] {
  const { values, default: automatic } = LANGUAGE_OPTION.textLanguage;
  return typeof value === 'string' && value !== automatic && values.includes(value) ? [value] : ['eng', 'kor'];
}
