import { wordsOf } from '@bakkum/i18n/catalogue';
import { splitLocale } from '@bakkum/i18n/locale';
import type { articles } from '@bakkum/i18n/strings/site/articles.en';
import { pageMessages } from '../../../document/messages/page-messages.server.ts';
import type { PageData } from '../../../document/page-data.server.ts';

type Sentence = { [Key in keyof typeof articles]: (typeof articles)[Key] extends string ? Key : never }[keyof typeof articles];

/** Returns the data of a resource page, given the message keys of its title and description. */
export function resourcePage(url: URL, title: Sentence, description: Sentence): PageData {
  const { locale, path } = splitLocale(url.pathname);
  const { lookup } = wordsOf(locale, 'articles');
  return {
    messages: pageMessages(locale, ['articles']),
    title: lookup(title) ?? title,
    description: lookup(description) ?? description,
    path,
  };
}
