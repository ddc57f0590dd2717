import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { shareDrawing } from '../../../document/sharing/share-drawing.server.ts';
import { articleCards } from '../library.server.ts';

/** Distinguishes preview images of articles from those of formats, which never have this prefix. */
const PREFIX = 'read-';

/** Returns the path of an article's preview image. */
export function articleSharePath(id: string, locale: Locale): string {
  return `/og/${locale}/${PREFIX}${id}.png`;
}

/** Returns an article's preview image as SVG, or `undefined` if there is no such article. */
export function articleSharePicture(slug: string, locale: Locale, brand: string): string | undefined {
  const article = articleCards(locale).find(({ id }) => slug === PREFIX + id);
  if (!article) return undefined;
  const t = wordsOf(locale, 'articles');
  const line = `${t(`${article.shelf}-title`)} · ${t('minutes', { count: article.minutes })}`;
  return shareDrawing({ brand, title: article.title, line, sheets: [t(`subject-${article.subject}`)] });
}
