import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import {
  ArrowLeft,
  ArrowRight,
  Copy,
  FilePlus,
  type IconComponent,
  Redo2,
  RotateCcw,
  RotateCw,
  SquareSplitHorizontal,
  Trash2,
  Undo2,
} from '@bakkum/ui/icons';
import { ActionMenu } from '@bakkum/ui/menu';
import type { ReactNode } from 'react';
import { ON_PAGE, type OnPage } from './on-page.ts';
import type { PageAction } from './page-actions.ts';

type Tool = { readonly action: PageAction; readonly Icon: IconComponent; readonly isWide?: boolean };

const TOOLS: readonly Tool[] = [
  { action: 'rotateLeft', Icon: RotateCcw, isWide: true },
  { action: 'rotateRight', Icon: RotateCw },
  { action: 'pagesEarlier', Icon: ArrowLeft, isWide: true },
  { action: 'pagesLater', Icon: ArrowRight, isWide: true },
  { action: 'pagesDelete', Icon: Trash2 },
  { action: 'pagesDuplicate', Icon: Copy },
  { action: 'pagesBlank', Icon: FilePlus },
  { action: 'pagesSplit', Icon: SquareSplitHorizontal },
  { action: 'pagesUndo', Icon: Undo2 },
  { action: 'pagesRedo', Icon: Redo2 },
];

/** The other actions, including those that do not fit on phones. */
const IN_MENU: readonly PageAction[] = [
  'pagesSelectAll',
  'pagesKeep',
  'rotateLeft',
  'pagesEarlier',
  'pagesLater',
  'pagesReverse',
];

const OPENS = { additions: 'additionsEdit', redactAreas: 'areasEdit', cropAreas: 'cropEdit', fields: 'formEdit' } as const;

type PageToolsProps = {
  readonly canSplit: boolean;
  readonly onOpen?: (option: OnPage) => void;
  readonly isPossible: (action: PageAction) => boolean;
  readonly onAction: (action: PageAction) => void;
};

export function PageTools({ canSplit, onOpen, isPossible, onAction }: PageToolsProps): ReactNode {
  const t = useMessages('workbench');
  return (
    <div
      role="toolbar"
      aria-label={t('pagesEdit')}
      className="flex shrink-0 items-center justify-center border-line border-b bg-surface px-1"
    >
      {TOOLS.filter(({ action }) => canSplit || action !== 'pagesSplit').map(({ action, Icon, isWide }) => (
        <IconButton
          key={action}
          label={t(action)}
          disabled={!isPossible(action)}
          onClick={() => onAction(action)}
          className={classNames('max-sm:w-10', isWide && 'max-sm:hidden')}
        >
          <Icon aria-hidden size={18} />
        </IconButton>
      ))}
      <ActionMenu
        label={t('pagesMore')}
        actions={[
          ...IN_MENU.map((action) => ({
            id: action,
            label: t(action),
            isDisabled: !isPossible(action),
            onAction: () => onAction(action),
          })),
          ...(onOpen ? ON_PAGE.map((option) => ({ id: option, label: t(OPENS[option]), onAction: () => onOpen(option) })) : []),
        ]}
        className="max-sm:w-10"
      />
    </div>
  );
}
