import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { offlineGroups } from '../../features/offline/groups.server.ts';
import { OfflinePanel } from '../../features/offline/offline-panel.tsx';
import type { Route } from './+types/offline';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return { ...pageData(url, 'offline'), groups: offlineGroups() };
}

export default function OfflinePage({ loaderData }: Route.ComponentProps) {
  const t = useMessages('offline');
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <div className="mt-8 max-w-3xl">
        <OfflinePanel groups={loaderData.groups} />
      </div>
    </div>
  );
}
