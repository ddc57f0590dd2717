import { useMessages } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import { converterShown, workInProgress } from '../document/work-in-progress.ts';
import { useStore } from '../state/use-store.ts';
import { PageLink } from './page-link.tsx';

/** On pages without the converter: its progress, and a link back to it. */
export function WorkTray(): ReactNode {
  const t = useMessages('shell');
  const work = useStore(workInProgress);
  const shown = useStore(converterShown);
  if (shown || work.all === 0) return undefined;
  return (
    <aside aria-label={t('workTray')} className="sticky bottom-0 z-30 border-line border-t bg-surface shadow-raised">
      <div className="work-width flex items-center gap-3 py-2.5">
        <output className="min-w-0 grow text-sm tabular">
          {work.busy > 0
            ? t('workGoesOn', { done: work.done, all: work.all })
            : t('workDone', { done: work.done, all: work.all })}
        </output>
        <PageLink path="/converter" className={buttonClass({ size: 'sm', variant: 'primary' })}>
          {t('workBack')}
        </PageLink>
      </div>
    </aside>
  );
}
