import { localePath, splitLocale } from '@bakkum/i18n/locale';
import { useMessages } from '@bakkum/i18n/react';
import { Activity } from '@bakkum/ui/icons';
import { pageData } from '../../document/page-data.server.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { liveContext } from '../../document/site-context.ts';
import { ResourceHead } from '../../features/articles/browse/resource-head.tsx';
import { StatusView } from '../../features/status/status-view.tsx';
import type { Route } from './+types/status';

/** Adds a link to the feed for feed readers. */
export function meta(given: Route.MetaArgs) {
  const feed = given.loaderData && {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    href: given.loaderData.feed,
  };
  return [...pageMeta(given), ...(feed ? [feed] : [])];
}

export function loader({ url, context }: Route.LoaderArgs) {
  const feed = localePath(splitLocale(url.pathname).locale, '/status/feed.atom');
  return { ...pageData(url, 'status', ['articles']), board: context.get(liveContext).status(), feed };
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages('status');
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t('title')} lead={t('description')} icon={Activity} />
      <StatusView board={loaderData.board} />
    </div>
  );
}
