import { type Locale, localePath } from '@bakkum/i18n/locale';
import type { Site } from '@bakkum/site/brand';
import type { Structured } from '../../../document/structured-data.server.ts';
import { articlePath } from '../paths.ts';
import type { ArticleView } from '../view.ts';

/** Returns the structured data of an article (schema.org). */
export function structuredArticle(article: ArticleView, site: Site, locale: Locale): Structured {
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: article.title,
    description: article.description,
    inLanguage: locale,
    dateModified: article.checked,
    url: new URL(localePath(locale, articlePath(article.id)), site.origin).href,
    author: { '@type': 'Organization', name: site.author ?? site.brand },
    ...(article.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: article.rating.stars,
        ratingCount: article.rating.votes,
        bestRating: 5,
      },
    }),
  };
}
