import type { FileLimits } from '@bakkum/api-contract/limits';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { FolderOpen, Link2, Plus, Upload } from '@bakkum/ui/icons';
import { type ChangeEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { carriesFiles, usePageInput } from '../../../forms/use-page-input.ts';
import { dropOf, droppedFiles } from './dropped-files.ts';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

/** Lets the buttons fit side by side on the narrowest phone. */
const COMPACT_BUTTON = 'max-sm:grow max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm';

type DropZoneProps = {
  readonly onFiles: (files: readonly File[]) => void;
  readonly heading: string;
  readonly limits: FileLimits;
  /** A list is already shown: the zone shrinks to one line above it. */
  readonly compact: boolean;
  /** Called when the pointer or the focus comes near, to load what will be needed. */
  readonly onIntent: () => void;
};

/** Accepts files by click, by drop anywhere on the page, by paste, as folders, and from a link. */
export function DropZone({ onFiles, heading, limits, compact, onIntent }: DropZoneProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  /** A pasted address; empty when the dialog should ask for one. */
  const [link, setLink] = useState<string>();
  const dragging = usePageInput({
    accepts: (transfer) => {
      if (!carriesFiles(transfer)) return false;
      onIntent();
      return true;
    },
    onDrop: (transfer) => void droppedFiles(dropOf(transfer)).then(onFiles),
    onPaste: (pasted) => {
      const files = [...pasted.files];
      const text = pasted.getData('text').trim();
      if (files.length > 0) onFiles(files);
      else if (/^https:\/\/\S+$/.test(text)) setLink(text);
      else return false;
      return true;
    },
  });

  return (
    // The zone only detects that the pointer is near; all actions are buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('dropHeading')}
      data-drop-zone
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-4 rounded-lg border-dashed transition-colors',
        frameClass(compact, dragging),
      )}
    >
      {compact ? undefined : <Upload aria-hidden size={36} className="text-accent" />}
      <p className={compact ? 'min-w-0 flex-1 text-ink-soft text-sm max-sm:hidden' : 'font-semibold text-xl'}>
        {dragging ? t('dropAnywhere') : compact ? t('dropMore') : heading}
      </p>
      <DropButtons
        compact={compact}
        onChooseFiles={() => filesInput.current?.click()}
        onChooseFolder={() => folderInput.current?.click()}
        onLink={() => setLink('')}
      />
      {compact ? undefined : (
        <p className="text-ink-soft text-sm">{t('dropHint', { files: limits.files, size: formatBytes(locale, limits.bytes) })}</p>
      )}
      <HiddenInputs files={filesInput} folder={folderInput} onFiles={onFiles} />
      {link === undefined ? undefined : (
        <Suspense>
          <LinkDialog
            pasted={link}
            mostBytes={limits.bytes}
            onFile={(file) => onFiles([file])}
            onClose={() => setLink(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

function frameClass(compact: boolean, dragging: boolean): string {
  if (compact) return dragging ? 'border border-accent bg-accent-soft' : 'border border-transparent';
  const look = dragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface';
  return `min-h-72 flex-col border-2 px-6 py-10 text-center ${look}`;
}

type DropButtonsProps = {
  readonly compact: boolean;
  readonly onChooseFiles: () => void;
  readonly onChooseFolder: () => void;
  readonly onLink: () => void;
};

function DropButtons({ compact, onChooseFiles, onChooseFolder, onLink }: DropButtonsProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <div className={classNames('flex justify-center gap-2 sm:gap-3', compact ? 'max-sm:grow' : 'flex-wrap')}>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        size={compact ? 'md' : 'lg'}
        icon={compact ? <Plus aria-hidden size={18} /> : undefined}
        onClick={onChooseFiles}
        className={compact ? COMPACT_BUTTON : undefined}
      >
        {compact ? t('addMore') : t('chooseFiles')}
      </Button>
      <Button
        variant="quiet"
        size={compact ? 'md' : 'lg'}
        icon={<FolderOpen aria-hidden size={18} />}
        onClick={onChooseFolder}
        className={compact ? COMPACT_BUTTON : undefined}
      >
        {t('chooseFolder')}
      </Button>
      <Button
        variant="quiet"
        size={compact ? 'md' : 'lg'}
        icon={<Link2 aria-hidden size={18} />}
        onClick={onLink}
        aria-label={t('fromLink')}
        className={compact ? 'px-2 sm:px-4' : undefined}
      >
        <span className={compact ? 'max-sm:hidden' : undefined}>{t('fromLink')}</span>
      </Button>
    </div>
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
