import { splitLocale } from '@bakkum/i18n/locale';
import { ArticleList } from '../features/articles/article-list.tsx';
import { articleCards } from '../features/articles/library.server.ts';
import { resourcePage } from '../features/articles/pages.server.ts';
import type { Route } from './+types/tutorials';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const cards = articleCards(splitLocale(url.pathname).locale, 'tutorials');
  return { ...resourcePage(url, 'tutorials-title', 'tutorials-description'), cards };
}

export default function TutorialsPage({ loaderData }: Route.ComponentProps) {
  return <ArticleList shelf="tutorials" cards={loaderData.cards} />;
}
