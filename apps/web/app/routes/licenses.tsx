import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../document/page-data.server.ts';
import type { Route } from './+types/licenses';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ request }: Route.LoaderArgs) {
  return pageData(request, 'licenses');
}

export default function LicensesPage() {
  const t = useMessages('licenses');
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
    </div>
  );
}
