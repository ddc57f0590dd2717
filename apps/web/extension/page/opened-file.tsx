import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConversionCore } from '../../app/features/conversion/conversion-core.ts';
import { loadConversionCore } from '../../app/features/conversion/conversion-core-loader.ts';
import type { Task } from '../tasks.ts';
import { ConvertBar } from './convert-bar.tsx';
import { Preview } from './preview.tsx';

type Detected = Awaited<ReturnType<ConversionCore['detect']>>;
type Opened = { readonly file: File; readonly core: ConversionCore; readonly detected: Detected };

/** A file with its preview and its conversion. */
export function OpenedFile({ file, kind }: { readonly file: File; readonly kind: Task['kind'] }): ReactNode {
  const t = useMessages('extension');
  const locale = useLocale();
  const opened = useDetected(file);
  /** Typed for a protected document; used for its pages and its conversion. */
  const [password, setPassword] = useState('');
  useEffect(() => {
    document.title = file.name;
  }, [file]);
  if (opened === 'failed') return <Notice tone="danger">{t('loadFailed')}</Notice>;
  const current = opened?.file === file ? opened : undefined;
  const format = current?.detected.format;
  return (
    <>
      <div data-format={format?.id}>
        <h2 className="break-all font-semibold text-xl">{file.name}</h2>
        <p className="text-ink-faint text-sm">
          {[format?.name, formatBytes(locale, file.size)].filter((part) => part !== undefined).join(' · ')}
        </p>
      </div>
      {current && !format ? <Notice tone="danger">{t('unknownType')}</Notice> : undefined}
      {kind === 'document' && format?.id === 'html' ? <Notice tone="warning">{t('fault_web-page')}</Notice> : undefined}
      {current && format ? (
        <>
          <ConvertBar core={current.core} file={file} format={format} traits={current.detected.traits} password={password} />
          <Preview core={current.core} file={file} format={format} password={password} onPassword={setPassword} />
        </>
      ) : undefined}
    </>
  );
}

async function openedOf(file: File): Promise<Opened> {
  const core = await loadConversionCore();
  return { file, core, detected: await core.detect(file) };
}

function useDetected(file: File): Opened | 'failed' | undefined {
  const [opened, setOpened] = useState<Opened | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const open = async (): Promise<void> => {
      const next = await openedOf(file).catch(() => 'failed' as const);
      if (isCurrent) setOpened(next);
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return opened;
}
