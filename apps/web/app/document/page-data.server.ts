import { wordsOf } from '@bakkum/i18n/catalogue';
import { splitLocale } from '@bakkum/i18n/locale';
import type { PageMessages } from '@bakkum/i18n/react';
import type { Strings } from '@bakkum/i18n/strings.en';
import { pageMessages } from './messages/page-messages.server.ts';

/** The data every page's loader returns. */
export type PageData = {
  /** Messages of the page's features, in addition to those of the shell. */
  readonly messages?: PageMessages;
  /** Used in the tab, in search results and in shared links. */
  readonly title: string;
  readonly description: string;
  /** Path in the default language. Absent for pages without their own address. */
  readonly path?: string;
  /** False asks search engines not to list the page. */
  readonly listed?: boolean;
  /** Path of the image shown where the page is shared. */
  readonly image?: string;
  /** URLs of fonts the first view needs in addition to those of every page. */
  readonly fonts?: readonly string[];
  /** Structured data for search engines (schema.org). */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
};

/** Namespaces with a title and a description of a page. */
type PageNamespace = {
  [Name in keyof Strings]: 'title' | 'description' extends keyof Strings[Name] ? Name : never;
}[keyof Strings];

/**
 * Returns the page data with the messages of a namespace and of the features on the page. `url` is the page's URL, also for data
 * requests.
 */
export function pageData(url: URL, name: PageNamespace, features: readonly (keyof Strings)[] = []): PageData {
  const { locale, path } = splitLocale(url.pathname);
  const { lookup } = wordsOf(locale, name);
  const [title, description] = [lookup('title'), lookup('description')];
  if (title === undefined || description === undefined) throw new Error(`namespace ${name} has no title or description`);
  return { messages: pageMessages(locale, [name, ...features]), title, description, path };
}
