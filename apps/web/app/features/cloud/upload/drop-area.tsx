import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { CloudUpload } from '@bakkum/ui/icons';
import { type ReactNode, useRef } from 'react';
import { carriesFiles, usePageInput } from '../../../forms/use-page-input.ts';

type DropAreaProps = { readonly mostBytes: number; readonly onFiles: (files: readonly File[]) => void };

/** Accepts files by click, by paste, and by drop anywhere on the page. */
export function DropArea({ mostBytes, onFiles }: DropAreaProps): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const isOver = usePageInput({
    accepts: carriesFiles,
    onDrop: ({ files }) => onFiles([...files]),
    onPaste: ({ files }) => {
      if (files.length > 0) onFiles([...files]);
      return files.length > 0;
    },
  });
  return (
    <section
      aria-label={t('dropHeading')}
      className={classNames(
        'flex min-h-52 flex-col items-center justify-center gap-4 rounded-lg border-2 border-dashed px-6 py-8 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <CloudUpload aria-hidden size={36} className="text-accent" />
      <p className="font-semibold text-xl">{t(isOver ? 'dropAnywhere' : 'dropHeading')}</p>
      <Button variant="primary" size="lg" onClick={() => input.current?.click()}>
        {t('chooseFiles')}
      </Button>
      <p className="text-ink-soft text-sm">{t('dropHint', { size: formatBytes(locale, mostBytes) })}</p>
      <input
        ref={input}
        data-testid="files"
        type="file"
        multiple
        hidden
        aria-label={t('chooseFiles')}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = ''; // the same file may be chosen again
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </section>
  );
}
