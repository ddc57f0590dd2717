import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { CloudUpload, Plus } from '@bakkum/ui/icons';
import { type ReactNode, useRef } from 'react';
import { carriesFiles, usePageInput } from '../../../forms/use-page-input.ts';

type DropAreaProps = {
  readonly mostBytes: number;
  /** A list is already shown: the area shrinks to one line above it. */
  readonly compact: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** Accepts files by click, by paste, and by drop anywhere on the page. */
export function DropArea({ mostBytes, compact, onFiles }: DropAreaProps): ReactNode {
  const t = useMessages('cloud');
  const words = useMessages('conversion');
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
        'flex items-center justify-center gap-4 rounded-lg border-dashed transition-colors',
        compact ? 'border' : 'min-h-52 flex-col border-2 px-6 py-8 text-center',
        isOver ? 'border-accent bg-accent-soft' : compact ? 'border-transparent' : 'border-line-strong bg-surface',
      )}
    >
      {compact ? undefined : <CloudUpload aria-hidden size={36} className="text-accent" />}
      <p className={compact ? 'grow text-ink-soft text-sm max-sm:hidden' : 'font-semibold text-xl'}>
        {isOver ? t('dropAnywhere') : compact ? words('dropMore') : t('dropHeading')}
      </p>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        size={compact ? 'md' : 'lg'}
        icon={compact ? <Plus aria-hidden size={18} /> : undefined}
        onClick={() => input.current?.click()}
        className={compact ? 'max-sm:grow' : undefined}
      >
        {compact ? words('addMore') : t('chooseFiles')}
      </Button>
      {compact ? undefined : <p className="text-ink-soft text-sm">{t('dropHint', { size: formatBytes(locale, mostBytes) })}</p>}
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
