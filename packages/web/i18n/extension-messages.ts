/** Messages of the browser extension in all languages: it has no server that would send one of them. */
import { errors as englishErrors } from '@bakkum/messages/errors.en';
import { errors as koreanErrors } from '@bakkum/messages/errors.ko';
import type { Locale } from './locale.ts';
import { extension as english } from './strings/conversion/extension.en.ts';
import { extension as korean } from './strings/conversion/extension.ko.ts';

export const EXTENSION_MESSAGES = {
  en: { extension: english, errors: englishErrors },
  ko: { extension: korean, errors: koreanErrors },
} as const satisfies Readonly<Record<Locale, unknown>>;
