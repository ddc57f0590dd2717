import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { type ReactNode, useSyncExternalStore } from 'react';
import { PageLink } from '../shell/page-link.tsx';
import { mayCount, readUncounted } from './may-count.ts';
import { onShareChoice, readShareChoice, writeShareChoice } from './share-choice.ts';

/** Asks once whether visits may be shared with the operator's analytics service. Until then, nothing is. */
export function ShareQuestion({ host }: { readonly host: string }): ReactNode {
  const t = useMessages('shell');
  const isOpen = useSyncExternalStore(onShareChoice, isUnanswered, () => false);
  if (!isOpen) return undefined;
  return (
    <aside aria-label={t('shareVisits')} className="border-line border-t bg-surface print:hidden">
      <div className="work-width flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <p className="min-w-0 max-w-read grow text-sm">
          {`${t('shareQuestion', { host })} `}
          <PageLink path={pathOf('privacy')} className={textLinkClass()}>
            {t('shareMore')}
          </PageLink>
        </p>
        <div className="flex gap-3">
          <Button size="sm" onClick={() => writeShareChoice('no')}>
            {t('shareNo')}
          </Button>
          <Button size="sm" onClick={() => writeShareChoice('yes')}>
            {t('shareYes')}
          </Button>
        </div>
      </div>
    </aside>
  );
}

/** Visitors whose visits are not counted are not asked. */
function isUnanswered(): boolean {
  return readShareChoice() === undefined && mayCount(navigator, readUncounted());
}
