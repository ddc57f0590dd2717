import { formatBytes, formatChange } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import { ActionBarFrame, ListStatus, OutcomeStatus } from '../../workbench/action-bar-frame.tsx';
import { nextStep } from '../../workbench/next-step.ts';
import type { CloudQueue } from './cloud-queue.ts';
import { type CloudItem, canStart, type QueueCounts, queueCounts } from './cloud-state.ts';
import { cloudStore } from './cloud-store.ts';

type CloudActionBarProps = { readonly queue: CloudQueue; readonly isOffline: boolean; readonly onStart: () => void };

/** The actions for all files of the cloud page: send them, pause uploads, retry. Results stay on the server, each with its own link. */
export function CloudActionBar({ queue: { items, running }, isOffline, onStart }: CloudActionBarProps): ReactNode {
  const t = useMessages('cloud');
  const words = useMessages('conversion');
  const counts = queueCounts(items);
  const ready = items.filter(canStart).length;
  const isSending = counts.uploading > 0 || running;
  return (
    <ActionBarFrame state={`${isSending} ${ready > 0}`} status={<Status items={items} counts={counts} />}>
      {counts.failed > 1 && !isSending ? (
        <Button disabled={isOffline} onClick={cloudStore.retryFailed}>
          {words('retryFailed', { count: counts.failed })}
        </Button>
      ) : undefined}
      {counts.uploading > 0 && items.length > 1 ? <Button onClick={cloudStore.pauseAll}>{t('pauseAll')}</Button> : undefined}
      {ready > 0 || isSending ? (
        <Button
          variant="primary"
          className="px-6 max-sm:grow"
          disabled={isSending || isOffline}
          onClick={onStart}
          {...nextStep('convert')}
        >
          {t(isSending ? 'processing' : 'process')}
        </Button>
      ) : undefined}
    </ActionBarFrame>
  );
}

function Status({ items, counts }: { readonly items: readonly CloudItem[]; readonly counts: QueueCounts }): ReactNode {
  const t = useMessages('cloud');
  const words = useMessages('conversion');
  const bar = useMessages('workbench');
  const locale = useLocale();
  const { uploading, converting, done, failed, before, after } = counts;
  const size = (bytes: number): string => formatBytes(locale, bytes);
  if (uploading + converting > 0) {
    const parts = [
      ...(uploading > 0 ? [t('barUploading', { count: uploading })] : []),
      ...(converting > 0 ? [t('barConverting', { count: converting })] : []),
    ];
    return <p className="font-semibold tabular">{parts.join(' · ')}</p>;
  }
  if (done + failed === 0) {
    const bytes = items.reduce((sum, item) => sum + (item.size ?? 0), 0);
    return (
      <ListStatus>{bar('filesAndSize', { files: words('fileCount', { count: items.length }), size: size(bytes) })}</ListStatus>
    );
  }
  const sizes = { before: size(before), after: size(after), change: formatChange(locale, after / before - 1) };
  return <OutcomeStatus done={done} failed={failed} detail={before > 0 ? bar('sizeChange', sizes) : undefined} />;
}
