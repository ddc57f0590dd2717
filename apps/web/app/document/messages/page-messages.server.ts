import { messagesOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import type { PageMessages } from '@bakkum/i18n/react';
import type { Strings } from '@bakkum/i18n/strings.en';
import { staticCopy } from '@bakkum/site/static-copy';

/** Messages that a page's loader sends: none in a static copy, which stores them once (`copy-messages.ts`). */
export function pageMessages(locale: Locale, names: readonly (keyof Strings)[]): PageMessages {
  return staticCopy ? {} : messagesOf(locale, names);
}
