import type { StatusBoard } from '@bakkum/api-contract/status';
import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { CircleAlert, CircleCheck, CircleDashed, type IconComponent, TriangleAlert, Wrench } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { momentName } from './days.ts';
import { IncidentList } from './incident-list.tsx';
import { ServiceList } from './service-list.tsx';
import { useBoard } from './use-board.ts';

const LOOKS: Readonly<Record<StatusBoard['overall'], { readonly icon: IconComponent; readonly className: string }>> = {
  operational: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  maintenance: { icon: Wrench, className: 'bg-info-soft text-info' },
  degraded: { icon: TriangleAlert, className: 'bg-warning-soft text-warning' },
  outage: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  unknown: { icon: CircleDashed, className: 'bg-sunken text-ink-soft' },
};

/** The status page below its head. */
export function StatusView({ board: first }: { readonly board: StatusBoard }): ReactNode {
  const t = useMessages('status');
  const locale = useLocale();
  const { board, reached } = useBoard(first);
  const { icon: Icon, className } = LOOKS[board.overall];
  return (
    <>
      <div className={classNames('mt-8 flex items-start gap-3 rounded-lg px-5 py-4', className)}>
        <Icon aria-hidden size={24} className="mt-0.5 shrink-0" />
        <div className="text-ink">
          <div aria-live="polite">
            <p className="font-bold text-lg">{t(`overall-${board.overall}`)}</p>
            <p>{t(`overall-${board.overall}-body`)}</p>
          </div>
          <p className="tabular mt-1 text-ink-soft text-sm">
            {board.checkedAt ? t('checkedAt', { time: momentName(locale, board.checkedAt) }) : t('never')}
          </p>
        </div>
      </div>
      {reached ? undefined : (
        <Notice tone="warning" className="mt-4">
          {t('unreachable', { time: momentName(locale, board.at) })}
        </Notice>
      )}
      {board.recordsFrom ? (
        <Notice tone="warning" className="mt-4">
          {t('recordsAway', { time: momentName(locale, board.recordsFrom) })}
        </Notice>
      ) : undefined}
      <ServiceList board={board} />
      <IncidentList board={board} />
      <section aria-labelledby="feeds" className="mt-14">
        <h2 id="feeds" className="font-bold text-xl">
          {t('feeds')}
        </h2>
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          <a href={localePath(locale, '/status/feed.atom')} className={textLinkClass()}>
            {t('feedAtom')}
          </a>
          <a href={localePath(locale, '/status/feed.json')} className={textLinkClass()}>
            {t('feedJson')}
          </a>
        </p>
      </section>
    </>
  );
}
