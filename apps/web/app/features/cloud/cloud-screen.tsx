import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { CloudUpload } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { offline } from '../../state/network.ts';
import { useStore } from '../../state/use-store.ts';
import type { CloudQueue } from './cloud-queue.ts';
import { CloudSettingsPanel } from './cloud-settings-panel.tsx';
import { cloudStore } from './cloud-store.ts';
import { Enterprise, Tiles } from './enterprise.tsx';
import { SharedWithMeSection } from './share/shared-with-me.tsx';
import { DropArea } from './upload/drop-area.tsx';
import { LinkForm } from './upload/link-form.tsx';
import { useCloudView, VisitorFacts } from './visitor-facts.tsx';

const CloudList = lazy(async () => ({ default: (await import('./queue/cloud-list.tsx')).CloudList }));

/** Uploads files, converts them on the server, and lets users download or share the results. */
export function CloudScreen(): ReactNode {
  const t = useMessages('cloud');
  const queue = useStore(cloudStore);
  const isOffline = useStore(offline);
  const view = useCloudView();
  const readAgain = useEffectEvent(() => {
    if (queue.listFault ?? queue.formatsFault) cloudStore.readAgain();
  });
  useEffect(() => {
    if (!isOffline) readAgain();
  }, [isOffline]);
  const people = useRef<HTMLTextAreaElement>(null);
  const start = (): void => {
    if (!cloudStore.start()) people.current?.focus();
  };
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <Leaving />
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <DropArea
            mostBytes={queue.limits.fileBytes}
            compact={queue.items.length > 0}
            onFiles={(files) => void cloudStore.add(files)}
          />
          <LinkForm />
          <Queue queue={queue} isOffline={isOffline} onStart={start} />
          <SharedWithMeSection />
          <Tiles />
        </div>
        <div className="grid content-start gap-8 lg:row-span-2">
          <CloudSettingsPanel queue={queue} view={view} people={people} />
          <VisitorFacts queue={queue} view={view} />
        </div>
        <Enterprise />
      </div>
    </div>
  );
}

/** Comes before all controls, because files never leave the device on other pages. */
function Leaving(): ReactNode {
  const t = useMessages('cloud');
  return (
    <div className="mt-6 flex max-w-read items-start gap-3 rounded-md bg-info-soft px-4 py-3">
      <CloudUpload aria-hidden size={20} className="mt-0.5 shrink-0 text-info" />
      <p>
        <strong className="font-semibold">{t('leaves')}</strong> {t('leavesBody')}{' '}
        <PageLink path={pathOf('converter')} className={textLinkClass()}>
          {t('leavesLink')}
        </PageLink>
      </p>
    </div>
  );
}

type QueueProps = { readonly queue: CloudQueue; readonly isOffline: boolean; readonly onStart: () => void };

function Queue({ queue, isOffline, onStart }: QueueProps): ReactNode {
  const t = useMessages('cloud');
  const { items, refused, nothingTaken, listFault } = queue;
  return (
    <section aria-labelledby="cloud-queue" className="mt-8">
      <h2 id="cloud-queue" className="font-semibold text-lg">
        {t('queue', { count: items.length })}
      </h2>
      <Notices queue={queue} isOffline={isOffline} />
      {items.length === 0 && !listFault ? (
        <p className="mt-4 rounded-lg border border-line border-dashed px-5 py-10 text-center text-ink-soft">{t('empty')}</p>
      ) : undefined}
      {items.length > 0 || refused.length > 0 || nothingTaken ? (
        <Suspense fallback={<div className="mt-4 min-h-40 rounded-lg border border-line bg-surface" />}>
          <CloudList queue={queue} isOffline={isOffline} onStart={onStart} />
        </Suspense>
      ) : undefined}
    </section>
  );
}

/** Failed requests, or that there is no connection for any. */
function Notices({ queue: { fault, listFault, formatsFault }, isOffline }: Omit<QueueProps, 'onStart'>): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  const unread = listFault ?? formatsFault;
  if (isOffline) {
    return (
      <Notice tone="warning" className="mt-4">
        <p>
          <strong className="font-semibold">{t('offline')}</strong> {t('offlineBody')}{' '}
          <PageLink path={pathOf('converter')} className={textLinkClass()}>
            {t('offlineLink')}
          </PageLink>
        </p>
      </Notice>
    );
  }
  const again = (
    <Button size="sm" onClick={cloudStore.readAgain}>
      {t('again')}
    </Button>
  );
  return (
    <>
      {unread ? (
        <Notice tone="danger" action={again} className="mt-4">
          {t(listFault ? 'notRead' : 'formatsNotRead', { reason: faultWords(unread) })}
        </Notice>
      ) : undefined}
      {fault ? (
        <Notice tone="danger" className="mt-4">
          {faultWords(fault)}
        </Notice>
      ) : undefined}
    </>
  );
}
