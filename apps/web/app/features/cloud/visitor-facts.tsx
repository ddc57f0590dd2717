import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { CalendarClock, Clock, HardDrive, type IconComponent, Lock, Trash2 } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { askServer } from '../../conversion-api/ask-server.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';
import type { CloudQueue } from './cloud-queue.ts';
import { waitingTime } from './waiting-time.ts';

const READ_EVERY_MS = 15_000;
const MINUTE_MS = 60_000;

type VisitorFactsProps = {
  readonly queue: CloudQueue;
  /** Undefined until the server has answered. */
  readonly view: CloudView | undefined;
};

/** What to know before sending files: the wait, the limits, when files are deleted, and who can see them. */
export function VisitorFacts({ queue: { limits, settings }, view }: VisitorFactsProps): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const size = formatBytes(locale, limits.fileBytes);
  return (
    <section aria-labelledby="cloud-facts" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="cloud-facts" className="font-semibold text-lg">
        {t('facts')}
      </h2>
      <ul className="mt-3 grid gap-2.5 text-sm">
        <Fact icon={Clock} isLive>
          {view ? <Wait view={view} /> : t('wait_unknown')}
        </Fact>
        <Fact icon={HardDrive}>{t('factSize', { size, files: limits.openJobs })}</Fact>
        <Fact icon={Trash2}>{t('factUploads')}</Fact>
        <Fact icon={CalendarClock}>
          {settings.storage === 'archive'
            ? t('factResultsArchive')
            : t('factResults', { time: t(`retention_${settings.retention}`) })}
        </Fact>
        <Fact icon={Lock}>{t(`factPrivacy_${settings.sharing}`)}</Fact>
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3 text-sm">
        <PageLink path={pathOf('privacy')} className={textLinkClass()}>
          {t('privacyLink')}
        </PageLink>
        <PageLink path={pathOf('status')} className={textLinkClass()}>
          {t('statusLink')}
        </PageLink>
      </p>
    </section>
  );
}

type FactProps = { readonly icon: IconComponent; readonly isLive?: boolean; readonly children: ReactNode };

function Fact({ icon: Icon, isLive = false, children }: FactProps): ReactNode {
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-faint" />
      <span className="min-w-0" {...(isLive && { 'data-testid': 'cloud-wait', 'aria-live': 'polite' })}>
        {children}
      </span>
    </li>
  );
}

function Wait({ view }: { readonly view: CloudView }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const wait = waitingTime(view);
  switch (wait.status) {
    case 'measured':
      return t('wait_measured', { time: formatDuration(locale, Math.ceil(wait.ms / MINUTE_MS) * MINUTE_MS) });
    case 'unmeasured':
      return t('wait_unmeasured', { count: wait.ahead });
    default:
      return t(`wait_${wait.status}`);
  }
}

/** The load of the server, reloaded while the page is visible. Undefined while it is unknown. */
export function useCloudView(): CloudView | undefined {
  const { body, fault } = useServerData({
    key: ['cloud-status'],
    ask: () => askServer<CloudView>('GET', 'cloud'),
    pollMs: READ_EVERY_MS,
  });
  return fault ? undefined : body;
}
