import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowLeft, ArrowRight, type IconComponent, LayoutGrid, SquarePlus, Trash2, Undo2 } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

type AreaToolsProps = {
  readonly label: string;
  /** Leaves out the actions that change areas. */
  readonly isReadOnly?: boolean;
  /** Counted from one. */
  readonly page: number;
  readonly pageCount: number;
  readonly onClose: () => void;
  readonly onPage: (page: number) => void;
  /** Actions that are absent are not possible now. */
  readonly onAdd?: () => void;
  readonly onDelete?: () => void;
  readonly onUndo?: () => void;
  /** Further tools, instead of those that change areas. */
  readonly children?: ReactNode;
};

export function AreaTools({
  label: name,
  isReadOnly = false,
  page,
  pageCount,
  onClose,
  onPage,
  onAdd,
  onDelete,
  onUndo,
  children,
}: AreaToolsProps): ReactNode {
  const t = useMessages('workbench');
  const tool = (label: string, Icon: IconComponent, action: (() => void) | undefined): ReactNode => (
    <IconButton label={label} disabled={!action} onClick={action} className={children ? 'max-sm:w-8.5' : 'max-sm:w-10'}>
      <Icon aria-hidden size={18} />
    </IconButton>
  );
  return (
    <div
      role="toolbar"
      aria-label={name}
      className="flex shrink-0 flex-wrap items-center justify-center border-line border-b bg-surface px-1"
    >
      {tool(t('areasAllPages'), LayoutGrid, onClose)}
      {tool(t('areasPrevious'), ArrowLeft, page > 1 ? () => onPage(page - 1) : undefined)}
      <span className="min-w-11 text-center sm:min-w-16 text-sm tabular">{`${page} / ${pageCount}`}</span>
      {tool(t('areasNext'), ArrowRight, page < pageCount ? () => onPage(page + 1) : undefined)}
      {children}
      {isReadOnly ? undefined : (
        <>
          {tool(t('areasAdd'), SquarePlus, onAdd)}
          {tool(t('areasDelete'), Trash2, onDelete)}
          {tool(t('pagesUndo'), Undo2, onUndo)}
        </>
      )}
    </div>
  );
}
