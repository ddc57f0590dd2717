import { wordsOf } from '@bakkum/i18n/catalogue';
import { splitLocale } from '@bakkum/i18n/locale';
import { pathOf } from '@bakkum/site/pages';
import { pageMessages } from '../document/messages/page-messages.server.ts';
import type { PageData } from '../document/page-data.server.ts';
import { type KnownPage, nearPages } from './near-pages.server.ts';

/** What the visitor requested. */
export type MissingKind = 'page' | 'article' | 'format' | 'conversion';

export type MissingPageView = {
  readonly heading: string;
  readonly body: string;
  /** Similar pages, best first. */
  readonly near: readonly KnownPage[];
  /** The page that lists everything of this kind. */
  readonly all: KnownPage;
};

const LISTS = { page: 'home', article: 'resources', format: 'formats', conversion: 'formats' } as const;

/** Data of the page shown for an unknown address. Has no path, so search engines do not list it. */
export function missingPage(
  url: URL,
  kind: MissingKind,
  known: readonly KnownPage[],
): PageData & { readonly notFound: MissingPageView } {
  const { locale, path } = splitLocale(url.pathname);
  const { lookup } = wordsOf(locale, 'missing');
  const words = (key: string): string => {
    const text = lookup(key);
    if (text === undefined) throw new Error(`no message ${key}`);
    return text;
  };
  const [heading, body] = [words(`${kind}-title`), words(`${kind}-body`)];
  const notFound = {
    heading,
    body,
    near: nearPages(path, known),
    all: { path: pathOf(LISTS[kind]), text: words(`${kind}-all`) },
  };
  return { messages: pageMessages(locale, ['missing']), title: heading, description: body, notFound };
}
