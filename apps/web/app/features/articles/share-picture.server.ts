import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { shareDrawing } from '../../document/share-drawing.server.ts';
import { articleCards } from './library.server.ts';

/** Tells pictures of articles from those of formats, which have no such name. */
const PREFIX = 'read-';

/** Path of the picture of an article. */
export function articleSharePath(id: string, locale: Locale): string {
  return `/og/${locale}/${PREFIX}${id}.png`;
}

/** The picture of an article as SVG; `undefined` where there is none. */
export function articleSharePicture(slug: string, locale: Locale, brand: string): string | undefined {
  const article = articleCards(locale).find(({ id }) => slug === PREFIX + id);
  if (!article) return undefined;
  const t = wordsOf(locale, 'articles');
  const line = `${t(`${article.shelf}-title`)} · ${t('minutes', { count: article.minutes })}`;
  return shareDrawing({ brand, title: article.title, line, sheets: [t(`subject-${article.subject}`)] });
}
