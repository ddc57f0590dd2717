/** React Aria inside: import it only from code that loads after a file is chosen. */
import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { classNames } from './class-names.tsx';
import { iconButtonClass } from './icon-button.tsx';
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

/** The less frequent actions of a thing, behind a button with three dots. */
export function ActionMenu({ label, actions, className }: ActionMenuProps): ReactNode {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={iconButtonClass(className)}>
        <EllipsisVertical aria-hidden size={20} />
      </Button>
      <Popover placement="bottom end" className={POPOVER_CLASS}>
        <Menu className="min-w-44 outline-none">
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
    </MenuTrigger>
  );
}
