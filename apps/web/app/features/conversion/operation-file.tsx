/** A file of an operation, such as one of two that are compared. */
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import type { ConversionCore } from './conversion-core.ts';
import type { FileItem } from './list/conversion-state.ts';
import { FileThumbnail } from './thumbnail/file-thumbnail.tsx';

type OperationFileProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  /** Shown above the name. */
  readonly title?: string;
  /** Shown below the name. */
  readonly note?: string | undefined;
  /** Shown if the file cannot become a PDF. */
  readonly refusal: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
};

export function OperationFile({ item, core, title, note, refusal, removeLabel, onRemove }: OperationFileProps): ReactNode {
  const isRefused = item.state.status === 'unsupported' || (item.state.status !== 'reading' && !becomesPdf(item, core));
  return (
    <div className="flex min-h-17 min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3">
      <FileThumbnail item={item} core={core} />
      <div className="min-w-0 grow">
        {title ? <p className="text-ink-soft text-sm">{title}</p> : undefined}
        <p className="truncate font-semibold" title={item.name}>
          {item.name}
        </p>
        {isRefused ? <p className="text-danger text-sm">{refusal}</p> : undefined}
        {note ? <p className="text-ink-soft text-sm">{note}</p> : undefined}
      </div>
      <IconButton label={removeLabel} onClick={onRemove}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}

/** Whether a file is a PDF or can be converted to one. */
export function becomesPdf({ format }: FileItem, core: ConversionCore): boolean {
  return format !== undefined && (format.id === 'pdf' || core.reachable(format.id).includes('pdf'));
}
