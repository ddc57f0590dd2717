/** Asks whether to add files that another site or app has sent. Loaded only if there are some. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';

type SharedNoticeProps = {
  readonly files: readonly File[];
  readonly onAdd: (files: readonly File[]) => void;
  readonly onClose: () => void;
};

export function SharedNotice({ files, onAdd, onClose }: SharedNoticeProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const size = formatBytes(
    locale,
    files.reduce((sum, file) => sum + file.size, 0),
  );
  const add = (): void => {
    onClose();
    onAdd(files);
  };
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('sharedHeading', { count: files.length, size })}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('sharedHint', { count: files.length })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={add}>
          {t('sharedAdd')}
        </Button>
        <Button onClick={onClose}>{t('leftDismiss')}</Button>
      </div>
    </Notice>
  );
}
