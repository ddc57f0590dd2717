import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { FolderOpen, Plus, Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { droppedFiles } from './dropped-files.ts';
import { MAX_FILE_BYTES, MAX_FILES } from './limits.ts';

/** Both fit beside each other on the narrowest phone. */
const COMPACT_BUTTON = 'max-sm:grow max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm';

type DropZoneProps = {
  readonly onFiles: (files: readonly File[]) => void;
  readonly heading: string;
  /** A list is already there: the zone becomes one line above it. */
  readonly compact: boolean;
  /** The pointer or the focus came near: a moment to load what will be needed. */
  readonly onIntent: () => void;
};

/** Takes files by click, drop anywhere on the page, paste, and whole folders. */
export function DropZone({ onFiles, heading, compact, onIntent }: DropZoneProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const dragging = usePageDrop(onFiles, onIntent);
  usePastedFiles(onFiles);

  return (
    // The zone only learns that a visitor is near; what can be done stays with its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('dropHeading')}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-4 rounded-lg border-2 border-dashed bg-surface transition-colors',
        compact ? 'px-3 py-2.5 sm:px-4' : 'min-h-72 flex-col px-6 py-10 text-center',
        dragging ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      {compact ? undefined : <Upload aria-hidden size={36} className="text-accent" />}
      <p className={compact ? 'grow text-ink-soft text-sm max-sm:hidden' : 'font-semibold text-xl'}>
        {dragging ? t('dropAnywhere') : heading}
      </p>
      <div className={classNames('flex justify-center gap-2 sm:gap-3', compact ? 'max-sm:grow' : 'flex-wrap')}>
        <Button
          variant={compact ? 'secondary' : 'primary'}
          size={compact ? 'md' : 'lg'}
          icon={compact ? <Plus aria-hidden size={18} /> : undefined}
          onClick={() => filesInput.current?.click()}
          className={compact ? COMPACT_BUTTON : undefined}
        >
          {compact ? t('addMore') : t('chooseFiles')}
        </Button>
        <Button
          variant="quiet"
          size={compact ? 'md' : 'lg'}
          icon={<FolderOpen aria-hidden size={18} />}
          onClick={() => folderInput.current?.click()}
          className={compact ? COMPACT_BUTTON : undefined}
        >
          {t('chooseFolder')}
        </Button>
      </div>
      {compact ? undefined : (
        <p className="text-ink-soft text-sm">{t('dropHint', { files: MAX_FILES, size: formatBytes(locale, MAX_FILE_BYTES) })}</p>
      )}
      <HiddenInputs files={filesInput} folder={folderInput} onFiles={onFiles} />
    </section>
  );
}

type HiddenInputsProps = {
  readonly files: RefObject<HTMLInputElement | null>;
  readonly folder: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
};

function HiddenInputs({ files, folder, onFiles }: HiddenInputsProps): ReactNode {
  const t = useMessages('conversion');
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = ''; // the same file may be chosen again
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    <>
      <input ref={files} data-testid="files" type="file" multiple hidden onChange={take} aria-label={t('chooseFiles')} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        onChange={take}
        aria-label={t('chooseFolder')}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}

/** The whole page is the target while files are dragged over it. */
function usePageDrop(onFiles: (files: readonly File[]) => void, onIntent: () => void): boolean {
  const [dragging, setDragging] = useState(false);
  const near = useEffectEvent(onIntent);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      near();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then((files) => take(files));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}

function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
