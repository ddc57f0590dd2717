/** Contains React Aria: import it only from code that loads after a file is chosen. */

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { classNames } from './class-names.tsx';
import { iconButtonClass } from './icon-button.tsx';
import { EllipsisVertical } from './icons.tsx';
import { ITEM_CLASS, POPOVER_CLASS } from './popover-class.tsx';

export type MenuAction = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
};

type ActionMenuProps = { readonly label: string; readonly actions: readonly MenuAction[]; readonly className?: string };

/** The item that has focus when the menu opens. */
type Begin = 'first' | 'last';

/** https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ */
const BEGIN_BY_KEY: Readonly<Record<string, Begin>> = { ArrowDown: 'first', ArrowUp: 'last' };

/**
 * The less frequent actions of an item, behind a button with three dots. The menu is created when it opens: lists show many such
 * buttons, and at most one menu.
 */
export function ActionMenu({ label, actions, className }: ActionMenuProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  const [begin, setBegin] = useState<Begin>('first');
  const open = (at: Begin): void => {
    // Not every browser focuses a clicked button, and focus returns to the element that had it.
    button.current?.focus();
    setBegin(at);
    setOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        className={iconButtonClass(className)}
        onClick={() => open('first')}
        onKeyDown={(event) => {
          const at = BEGIN_BY_KEY[event.key];
          if (!at) return;
          event.preventDefault();
          open(at);
        }}
      >
        <EllipsisVertical aria-hidden size={20} />
      </button>
      {isOpen === undefined ? undefined : (
        <OfferedMenu label={label} actions={actions} trigger={button} begin={begin} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}

type OfferedMenuProps = Omit<ActionMenuProps, 'className'> & {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly begin: Begin;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
};

function OfferedMenu({ label, actions, trigger, begin, isOpen, onOpenChange }: OfferedMenuProps) {
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      triggerRef={trigger}
      placement="bottom end"
      aria-label={label}
      className={POPOVER_CLASS}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- an opening menu takes the focus */}
      <Menu aria-label={label} autoFocus={begin} onClose={() => onOpenChange(false)} className="min-w-44 outline-none">
        {actions.map(({ id, label: text, icon, isDestructive, isDisabled, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={text}
            isDisabled={isDisabled ?? false}
            onAction={onAction}
            className={classNames(ITEM_CLASS, isDestructive && 'text-danger')}
          >
            {icon}
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
