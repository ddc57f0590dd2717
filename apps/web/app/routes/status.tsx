import { useMessages } from '@bakkum/i18n/react';
import { Activity } from 'lucide-react';
import { pageData } from '../document/page-data.server.ts';
import { liveContext } from '../document/site-context.ts';
import { ResourceHead } from '../features/articles/resource-head.tsx';
import { StatusView } from '../features/status/status-view.tsx';
import type { Route } from './+types/status';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return { ...pageData(url, 'status', ['articles']), board: context.get(liveContext).status() };
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
