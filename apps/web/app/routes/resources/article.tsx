import { splitLocale } from '@bakkum/i18n/locale';
import { data } from 'react-router';
import { pageMessages } from '../../document/messages/page-messages.server.ts';
import { liveContext, siteContext } from '../../document/site-context.ts';
import { readArticle } from '../../features/articles/library.server.ts';
import { ratedArticle } from '../../features/articles/rate/rated.server.ts';
import { ArticlePage } from '../../features/articles/read/article-page.tsx';
import { articleSharePath } from '../../features/articles/read/share-picture.server.ts';
import { structuredArticle } from '../../features/articles/read/structured.server.ts';
import { MissingPage } from '../../missing/missing-page.tsx';
import { missingPage } from '../../missing/missing-view.server.ts';
import { knownArticles } from '../../pages/known-pages.server.ts';
import type { Route } from './+types/article';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, params, context }: Route.LoaderArgs) {
  const { locale, path } = splitLocale(url.pathname);
  const found = readArticle(params.article, locale);
  if (!found) {
    return data(missingPage(url, 'article', knownArticles(locale)), { status: 404 });
  }
  const article = ratedArticle(found, context.get(liveContext));
  const { title, description } = article;
  const structured = [structuredArticle(article, context.get(siteContext), locale)];
  return {
    messages: pageMessages(locale, ['articles']),
    title,
    description,
    path,
    image: articleSharePath(found.id, locale),
    article,
    structured,
  };
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  if ('notFound' in loaderData) return <MissingPage view={loaderData.notFound} />;
  return <ArticlePage article={loaderData.article} />;
}
