import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Check, Download, FileText, X } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { FileName } from '../../../workbench/row-frame.tsx';
import { WarningList } from '../list/warning-list.tsx';
import { saveFile } from '../save/save-file.ts';
import { ShareButton } from '../save/share-button.tsx';
import type { CombinedResult } from './combine-store.ts';

type CombinedRowProps = { readonly result: CombinedResult; readonly format: string; readonly onClose: () => void };

/** The combined result, shown above the files. */
export function CombinedRow({ result, format, onClose }: CombinedRowProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { file, count, elapsedMs, warnings } = result;
  const size = formatBytes(locale, file.blob.size);
  return (
    <div data-testid="combined" className="@container/row rounded-lg border border-accent-line bg-surface p-3 sm:px-4">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-sm bg-accent-soft text-accent">
          <FileText aria-hidden size={24} strokeWidth={1.5} />
        </span>
        <div className="min-w-0 flex-1 basis-0">
          <FileName name={file.name} />
          <p className="mt-0.5 flex items-center gap-1 text-sm text-success tabular">
            <Check aria-hidden size={16} className="shrink-0" />
            {t('combineDone', { format, files: t('fileCount', { count }), size, elapsed: formatDuration(locale, elapsedMs) })}
          </p>
        </div>
        <div className="order-last mt-2.5 flex basis-full gap-2 @lg/row:pl-13 lg:order-none lg:mt-0 lg:basis-auto lg:pl-0">
          <ShareButton files={[file]} />
          <Button
            variant="primary"
            className="max-sm:grow"
            icon={<Download aria-hidden size={18} />}
            aria-label={t('downloadNamed', { name: file.name })}
            onClick={() => saveFile(file)}
          >
            {t('download')}
          </Button>
        </div>
        <IconButton label={t('remove', { name: file.name })} onClick={onClose} className="-mr-2 self-start">
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <WarningList warnings={warnings} />
    </div>
  );
}
