import { splitLocale } from '@bakkum/i18n/locale';
import { liveContext } from '../../document/site-context.ts';
import { ArticleList } from '../../features/articles/browse/article-list.tsx';
import { resourcePage } from '../../features/articles/browse/pages.server.ts';
import { articleCards } from '../../features/articles/library.server.ts';
import { rated } from '../../features/articles/rate/rated.server.ts';
import type { Route } from './+types/tutorials';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const cards = rated(articleCards(splitLocale(url.pathname).locale, 'tutorials'), context.get(liveContext));
  return { ...resourcePage(url, 'tutorials-title', 'tutorials-description'), cards };
}

export default function TutorialsPage({ loaderData }: Route.ComponentProps) {
  return <ArticleList shelf="tutorials" cards={loaderData.cards} />;
}
