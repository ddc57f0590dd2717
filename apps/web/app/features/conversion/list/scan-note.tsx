import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import { offline } from '../../../state/network.ts';
import { useStore } from '../../../state/use-store.ts';
import { RowNote } from '../../../workbench/row-head.tsx';
import type { RowProps } from './row-props.ts';
import { useIsScan } from './use-is-scan.ts';

/** Explains that a PDF is a scan, what happens to its text, and how much must be downloaded for it, with a button to recognize it. */
export function ScanNote({ item, core, store }: Pick<RowProps, 'item' | 'core' | 'store'>): ReactNode {
  const { format, target, way, options } = item;
  const isScan = useIsScan(item, core);
  const field = format && target !== undefined ? core.optionsFor(format.id, target, way)['recognize'] : undefined;
  if (!isScan || !format || target === undefined || field?.kind !== 'choice') return undefined;
  const value = options['recognize'] ?? field.default;
  const recognize = (): void => store.setOption(item.id, 'recognize', 'on');
  return (
    <ScanSentences
      key={target}
      name={item.name}
      core={core}
      from={format.id}
      to={target}
      value={value === 'on' || value === 'auto' ? value : 'off'}
      onRecognize={recognize}
    />
  );
}

type SentencesProps = Pick<RowProps, 'core'> & {
  /** Of the file. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly value: 'auto' | 'on' | 'off';
  readonly onRecognize: () => void;
};

function ScanSentences({ name, core, from, to, value, onRecognize }: SentencesProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const isOffline = useStore(offline);
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const show = (download: number): void => {
      if (isCurrent) setBytes(download);
    };
    // If the size cannot be determined, the note does not mention a download.
    core.recognitionDownload(from, to).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [core, from, to]);
  const size = formatBytes(locale, bytes);
  const action = t(value === 'auto' ? 'recognizeAll' : 'recognizeText');
  if (isOffline && bytes > 0) return <RowNote>{t('scanOffline', { size })}</RowNote>;
  return (
    <RowNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>
          {t(`scan_${value}`)}
          {bytes > 0 ? ` ${t('scanDownload', { size })}` : ''}
        </span>
        {value === 'on' ? undefined : (
          <Button size="sm" aria-label={t('actionNamed', { action, name })} onClick={onRecognize}>
            {action}
          </Button>
        )}
      </span>
    </RowNote>
  );
}
