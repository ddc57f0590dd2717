import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';
import type { Language } from './tesseract.ts';

/** `auto` is English and Korean, even mixed within a line. */
export const LANGUAGE_OPTION = {
  textLanguage: { kind: 'choice', values: ['auto', 'eng', 'kor'], default: 'auto', advanced: true },
} as const satisfies OptionsSchema;

/** `auto` recognizes short documents; `on` recognizes all scanned pages; `off` keeps them as images. */
export const RECOGNIZE_OPTION: OptionsSchema = {
  recognize: { kind: 'choice', values: ['auto', 'on', 'off'], default: 'auto' },
  ...LANGUAGE_OPTION,
};

/** For formats that cannot hold the image of a page: without recognition, the result of a scan would be empty. */
export const TEXT_RECOGNIZE_OPTION: OptionsSchema = {
  recognize: { kind: 'choice', values: ['auto', 'on', 'off'], default: 'on' },
  ...LANGUAGE_OPTION,
};

/** Returns the languages of an option value, the first one tried first. */
export function languagesOf(value: OptionValue | undefined): readonly Language[] {
  if (value === 'eng' || value === 'kor') return [value];
  return ['eng', 'kor'];
}
