/** Offers to resume files of an earlier page of this tab. Loaded only if there may be some. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { keptQueue } from './saved-queue.ts';

export function ResumeNotice(): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { left } = useStore(keptQueue);
  useEffect(() => void keptQueue.open(), []);
  if (left.length === 0) return undefined;
  const size = formatBytes(
    locale,
    left.reduce((sum, kept) => sum + kept.size, 0),
  );
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('leftHeading', { count: left.length, size })}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('leftHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void keptQueue.resume()}>
          {t('leftResume')}
        </Button>
        <Button onClick={() => void keptQueue.dismiss()}>{t('leftDismiss')}</Button>
      </div>
    </Notice>
  );
}
