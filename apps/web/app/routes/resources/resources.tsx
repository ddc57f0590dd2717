import { splitLocale } from '@bakkum/i18n/locale';
import { resourcePage } from '../../features/articles/browse/pages.server.ts';
import { ResourceIndex, type ShelfCounts } from '../../features/articles/browse/resource-index.tsx';
import { articleCards } from '../../features/articles/library.server.ts';
import type { Route } from './+types/resources';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  const count = (shelf: keyof ShelfCounts): number => articleCards(locale, shelf).length;
  const counts: ShelfCounts = { guides: count('guides'), tips: count('tips'), tutorials: count('tutorials') };
  return { ...resourcePage(url, 'resources', 'resourcesDescription'), counts };
}

export default function ResourcesPage({ loaderData }: Route.ComponentProps) {
  return <ResourceIndex counts={loaderData.counts} />;
}
