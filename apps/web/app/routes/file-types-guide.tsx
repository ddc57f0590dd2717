import { splitLocale } from '@bakkum/i18n/locale';
import { ArticleList } from '../features/articles/article-list.tsx';
import { articleCards } from '../features/articles/library.server.ts';
import { resourcePage } from '../features/articles/pages.server.ts';
import type { Route } from './+types/file-types-guide';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const cards = articleCards(splitLocale(url.pathname).locale, 'guides');
  return { ...resourcePage(url, 'guides-title', 'guides-description'), cards };
}

export default function FileTypesGuidePage({ loaderData }: Route.ComponentProps) {
  return <ArticleList shelf="guides" cards={loaderData.cards} />;
}
