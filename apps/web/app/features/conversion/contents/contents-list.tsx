/** The files of an archive. Loaded with the first archive that is opened. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import { Download } from '@bakkum/ui/icons';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileItem, FileState, ResultFile } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { saveFile } from '../save/save-file.ts';
import { convertContents } from './convert-contents.ts';

/** Files that are shown at first, and with each press of the button below them. */
const STEP = 100;

type ContentsListProps = {
  readonly item: FileItem;
  readonly state: Extract<FileState, { readonly status: 'completed' }>;
  readonly store: ConversionStore;
  readonly className: string;
};

export function ContentsList({ item, state, store, className }: ContentsListProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  const { files, size } = state;
  const more = Math.min(STEP, files.length - shown);
  const showMore = (): void => {
    flushSync(() => setShown(shown + STEP));
    list.current?.children[shown]?.querySelector('button')?.focus();
  };
  return (
    <section aria-label={t('contentsOf', { name: item.name })} className={classNames('flex flex-col', className)} data-contents>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-3 py-2.5 sm:px-4">
        <p className="grow tabular">
          <span className="font-semibold">{t('contentsCount', { count: files.length })}</span>
          <span className="text-ink-soft">{` · ${formatBytes(locale, size)}`}</span>
        </p>
        <Button onClick={() => convertContents(item.id, files, store)}>{t('contentsConvert', { count: files.length })}</Button>
      </div>
      <ul ref={list} className="min-h-0 grow divide-y divide-line overflow-auto px-3 sm:px-4">
        {files.slice(0, shown).map((file) => (
          <FileLine key={[file.folder, file.name].join('/')} file={file} />
        ))}
        {more > 0 ? (
          <li className="py-2 text-center">
            <Button variant="quiet" onClick={showMore}>
              {t('contentsMore', { count: more })}
            </Button>
          </li>
        ) : undefined}
      </ul>
    </section>
  );
}

function FileLine({ file }: { readonly file: ResultFile }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { name, folder, blob } = file;
  return (
    <li className="flex items-center gap-3 text-sm">
      <span className="min-w-0 grow py-1.5 wrap-anywhere">
        {folder === undefined ? undefined : <span className="text-ink-soft">{`${folder}/`}</span>}
        {name}
      </span>
      <span className="shrink-0 text-ink-soft tabular">{formatBytes(locale, blob.size)}</span>
      <IconButton label={t('downloadNamed', { name })} onClick={() => saveFile(file)} className="-mr-2">
        <Download aria-hidden size={18} />
      </IconButton>
    </li>
  );
}
