import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Eye } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { FileIcon } from '../../../workbench/thumbnail.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { useBlobSource } from '../preview/blob-source.ts';

type PageStageProps = { readonly item: FileItem; readonly core: ConversionCore };

/** The first pages of a document, as sheets of paper. */
export function PageStage({ item, core }: PageStageProps): ReactNode {
  const t = useMessages('workbench');
  const pages = usePages(item, core);
  const words = useMessages('conversion');
  if (!pages) return <p className="grid h-full min-h-48 place-items-center text-ink-soft">{words('makingPreview')}</p>;
  if (pages.length === 0)
    return (
      <div className="grid h-full min-h-48 place-items-center">
        <FileIcon family={item.format && core.familyOf(item.format.id)} size={72} />
      </div>
    );
  return (
    <ul
      aria-label={t('firstPages')}
      className={classNames('flex h-full flex-wrap content-center justify-center gap-4 overflow-auto p-4 sm:gap-6 sm:p-6')}
    >
      {pages.map((page, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- pages of a file have no other name
        <Page key={at} page={page} label={t('pageNumber', { page: at + 1 })} isOnly={pages.length === 1} />
      ))}
    </ul>
  );
}

type PageProps = { readonly page: Blob; readonly label: string; readonly isOnly: boolean };

function Page({ page, label, isOnly }: PageProps): ReactNode {
  const source = useBlobSource<HTMLImageElement>(page, 'image/png');
  return (
    <li>
      <img
        ref={source}
        alt={label}
        className={classNames('w-auto rounded-sm border border-line bg-surface shadow-raised', isOnly ? 'max-h-96' : 'max-h-52')}
      />
    </li>
  );
}

type PagesOnRequestProps = PageStageProps & {
  /** Bytes to download before the pages can be drawn. */
  readonly bytes: number;
};

/** The pages of a document whose engine is a large download, drawn only on request. */
export function PagesOnRequest({ item, core, bytes }: PagesOnRequestProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <PageStage item={item} core={core} />;
  return (
    <div className="flex h-full min-h-48 flex-col items-center justify-center gap-4 p-6 text-center">
      <FileIcon family={item.format && core.familyOf(item.format.id)} size={72} />
      <Button icon={<Eye aria-hidden size={18} />} onClick={() => setAsked(true)}>
        {t('showPages')}
      </Button>
      <p className="text-ink-soft text-sm">{t('showPagesCost', { size: formatBytes(locale, bytes) })}</p>
    </div>
  );
}

/** `undefined` while they are drawn; empty if they cannot be. */
function usePages({ file, format }: FileItem, core: ConversionCore): readonly Blob[] | undefined {
  const [pages, setPages] = useState<readonly Blob[]>();
  const from = format?.id;
  useEffect(() => {
    if (from === undefined) return undefined;
    const controller = new AbortController();
    let made: readonly Blob[] = [];
    void core.previewPages(file, from, controller.signal).then((drawn) => {
      made = drawn;
      if (controller.signal.aborted) core.discard(drawn);
      else setPages(drawn);
    });
    return () => {
      controller.abort();
      if (made.length > 0) core.discard(made);
    };
  }, [file, from, core]);
  return pages;
}
