import { messagesOf, wordsOf } from '@bakkum/i18n/catalogue';
import { splitLocale } from '@bakkum/i18n/locale';
import type { PageMessages } from '@bakkum/i18n/react';
import type { Strings } from '@bakkum/i18n/strings.en';

/** What every page's loader answers. */
export type PageData = {
  /** What its features say, beside what every page says. */
  readonly messages?: PageMessages;
  /** For the tab, search results and shared links. */
  readonly title: string;
  readonly description: string;
  /** Path in the default language; absent for what has no address of its own. */
  readonly path?: string;
  /** Not for search engines when false. */
  readonly listed?: boolean;
  /** Path of the picture shown where the page is shared. */
  readonly image?: string;
  /** Addresses of fonts its first view needs beyond those of every page. */
  readonly fonts?: readonly string[];
  /** What machines read of it (schema.org). */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
};

/** Namespaces whose page has a title and a description. */
type PageNamespace = {
  [Name in keyof Strings]: 'title' | 'description' extends keyof Strings[Name] ? Name : never;
}[keyof Strings];

/** The words of a page: its own namespace and those of the features it shows. `url` is the page's, also when only data is asked for. */
export function pageData(url: URL, name: PageNamespace, features: readonly (keyof Strings)[] = []): PageData {
  const { locale, path } = splitLocale(url.pathname);
  const { lookup } = wordsOf(locale, name);
  const [title, description] = [lookup('title'), lookup('description')];
  if (title === undefined || description === undefined) throw new Error(`namespace ${name} has no title or description`);
  return { messages: messagesOf(locale, [name, ...features]), title, description, path };
}
