import { formatBytes, formatPercent } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { offline } from '../../../state/network.ts';
import { useStore } from '../../../state/use-store.ts';
import { RowNote } from '../../../workbench/row-head.tsx';
import { useStoredTargets } from '../target/stored-targets.ts';
import { useFormatName } from '../target/use-format-name.ts';
import type { RowProps } from './row-props.ts';

type Keeping =
  | { readonly status: 'idle' | 'kept' | 'full' | 'failed' }
  | { readonly status: 'keeping'; readonly fraction: number };

type DownloadNoteProps = Pick<RowProps, 'core' | 'store'> & {
  /** Of the file. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Bytes to download before the first conversion. */
  readonly bytes: number;
};

/** What must be downloaded before a conversion, with a button to do it now; offline, that this conversion has to wait. */
export function DownloadNote({ name, from, to, bytes, core, store }: DownloadNoteProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const nameOf = useFormatName(core);
  const isOffline = useStore(offline);
  const stored = useStoredTargets(core, from);
  const [keeping, setKeeping] = useState<Keeping>({ status: 'idle' });
  const keep = async (): Promise<void> => {
    setKeeping({ status: 'keeping', fraction: 0 });
    try {
      setKeeping({ status: await core.keepForOffline(from, to, (fraction) => setKeeping({ status: 'keeping', fraction })) });
    } catch {
      setKeeping({ status: 'failed' });
    }
    store.foreseeAll();
  };
  if (isOffline) {
    const isHere = stored ? stored.has(to) : bytes === 0;
    return isHere ? undefined : <RowNote>{t('offlineTarget', { format: nameOf(to) })}</RowNote>;
  }
  if (keeping.status === 'kept') return <RowNote>{t('keptOffline')}</RowNote>;
  if (keeping.status === 'keeping')
    return (
      <RowNote>
        <output>{t('keepingOffline', { percent: formatPercent(locale, keeping.fraction) })}</output>
      </RowNote>
    );
  if (bytes === 0) return undefined;
  return (
    <RowNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>
          {keeping.status === 'idle'
            ? t('firstDownload', { size: formatBytes(locale, bytes) })
            : t(`keepOffline_${keeping.status}`)}
        </span>
        <Button
          size="sm"
          icon={<Download aria-hidden size={16} />}
          aria-label={t('actionNamed', { action: t('keepOffline'), name })}
          onClick={() => void keep()}
        >
          {t('keepOffline')}
        </Button>
      </span>
    </RowNote>
  );
}
