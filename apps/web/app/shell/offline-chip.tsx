import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { CloudOff } from '@bakkum/ui/icons';
import { offline } from '../state/network.ts';
import { useStore } from '../state/use-store.ts';
import { PageLink } from './page-link.tsx';

/** Shows that there is no connection, and leads to what is stored. Phones show it below the bar, where nothing has to move. */
export function OfflineChip() {
  const t = useMessages('shell');
  const isOffline = useStore(offline);
  return (
    <output data-testid="offline-chip">
      {isOffline ? (
        <PageLink
          path={pathOf('offline')}
          title={t('offlineHint')}
          className="flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-full border border-warning bg-warning-soft px-3 font-semibold text-sm text-warning no-underline max-sm:absolute max-sm:top-full max-sm:right-(--page-margin,20px) max-sm:mt-1.5 max-sm:shadow-raised"
        >
          <CloudOff aria-hidden size={16} />
          {t('offline')}
          <span className="sr-only">{t('offlineHint')}</span>
        </PageLink>
      ) : undefined}
    </output>
  );
}
