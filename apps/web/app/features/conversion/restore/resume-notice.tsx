/** Offers to resume files of an earlier page of this tab. Loaded only if there may be some. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { keptQueue } from './saved-queue.ts';

export function ResumeNotice(): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { left } = useStore(keptQueue);
  const [progress, setProgress] = useState<'idle' | 'working' | 'failed'>('idle');
  useEffect(() => void keptQueue.open(), []);
  const resume = (): void => {
    setProgress('working');
    keptQueue.resume().then(
      () => setProgress('idle'),
      () => setProgress('failed'),
    );
  };
  if (left.length === 0) return undefined;
  const size = formatBytes(
    locale,
    left.reduce((sum, kept) => sum + kept.size, 0),
  );
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('leftHeading', { count: left.length, size })}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('leftHint')}</p>
      {progress === 'failed' ? (
        <p role="alert" className="mt-1 text-danger text-sm">
          {t('leftFailed')}
        </p>
      ) : undefined}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" disabled={progress === 'working'} onClick={resume}>
          {t('leftResume')}
        </Button>
        <Button disabled={progress === 'working'} onClick={() => void keptQueue.dismiss()}>
          {t('leftDismiss')}
        </Button>
      </div>
    </Notice>
  );
}
