import { formatBytes, formatList } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { CloudUpload } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useRef } from 'react';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { useStore } from '../../state/use-store.ts';
import type { CloudQueue } from './cloud-queue.ts';
import { CloudSettingsPanel } from './cloud-settings-panel.tsx';
import { canStart } from './cloud-state.ts';
import { cloudStore } from './cloud-store.ts';
import { Enterprise, Tiles } from './enterprise.tsx';
import { CloudRow } from './queue/cloud-row.tsx';
import { SharedWithMeSection } from './share/shared-with-me.tsx';
import { StatusPanel, useReading } from './status-panel.tsx';
import { DropArea } from './upload/drop-area.tsx';
import { LinkForm } from './upload/link-form.tsx';

/** Uploads files, converts them on the server, and lets users download or share the results. */
export function CloudScreen(): ReactNode {
  const t = useMessages('cloud');
  const queue = useStore(cloudStore);
  const reading = useReading();
  const people = useRef<HTMLTextAreaElement>(null);
  const start = (): void => {
    if (!cloudStore.start()) people.current?.focus();
  };
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <Leaving />
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <DropArea mostBytes={queue.limits.fileBytes} onFiles={(files) => void cloudStore.add(files)} />
          <LinkForm />
          <Queue queue={queue} onStart={start} />
          <SharedWithMeSection />
        </div>
        <div className="grid content-start gap-8">
          <CloudSettingsPanel queue={queue} view={reading?.view} people={people} />
          <StatusPanel reading={reading} />
          <Enterprise />
        </div>
      </div>
      <Tiles />
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

type QueueProps = { readonly queue: CloudQueue; readonly onStart: () => void };

function Queue({ queue, onStart }: QueueProps): ReactNode {
  const t = useMessages('cloud');
  const { items, running, formats, listFault } = queue;
  return (
    <section aria-labelledby="cloud-queue" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="cloud-queue" className="font-semibold text-lg">
          {t('queue', { count: items.length })}
        </h2>
        {items.length > 0 ? (
          <Button variant="primary" disabled={running || !items.some(canStart)} onClick={onStart}>
            {t(running ? 'processing' : 'process')}
          </Button>
        ) : undefined}
      </div>
      <Notices queue={queue} />
      {items.length === 0 && !listFault ? (
        <p className="mt-4 rounded-lg border border-line border-dashed px-5 py-10 text-center text-ink-soft">{t('empty')}</p>
      ) : undefined}
      {items.length > 0 ? (
        <ul className="mt-4 grid gap-3">
          {items.map((item) => (
            <CloudRow key={item.id} item={item} formats={formats} />
          ))}
        </ul>
      ) : undefined}
    </section>
  );
}

/** Shows rejected files and failed requests. */
function Notices({ queue: { refused, limits, fault, listFault, formatsFault } }: Pick<QueueProps, 'queue'>): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const faultWords = useFaultWords(t('unreachable'));
  const unread = listFault ?? formatsFault;
  const again = (
    <Button size="sm" onClick={cloudStore.readAgain}>
      {t('again')}
    </Button>
  );
  return (
    <>
      {refused.length > 0 ? (
        <Notice tone="warning" className="mt-4">
          {t('refused', { size: formatBytes(locale, limits.fileBytes), names: formatList(locale, refused) })}
        </Notice>
      ) : undefined}
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
