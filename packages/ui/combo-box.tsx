/** React Aria inside: import it only from code that loads after a file is chosen. */
import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  Collection,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components';
import { classNames } from './class-names.tsx';
import { CONTROL_CLASS, LABEL_CLASS } from './field.tsx';
import { GROUP_HEADING_CLASS, ITEM_CLASS, POPOVER_CLASS } from './popover-class.tsx';

export type ComboBoxOption = {
  readonly id: string;
  /** Shown, and searched. */
  readonly name: string;
  /** Beside the name, fainter. */
  readonly note?: string;
};
export type ComboBoxGroup = { readonly id: string; readonly name: string; readonly options: readonly ComboBoxOption[] };

type ComboBoxProps = {
  readonly label: string;
  /** Hides the label from sight where the surroundings say it. */
  readonly labelHidden?: boolean;
  readonly groups: readonly ComboBoxGroup[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Shown when nothing matches what was typed. */
  readonly emptyText: string;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly className?: string;
};

/** One choice out of a long, grouped list that can be searched by typing. */
export function ComboBox({
  label,
  labelHidden,
  groups,
  value,
  onChange,
  emptyText,
  placeholder,
  isDisabled,
  className,
}: ComboBoxProps): ReactNode {
  return (
    <AriaComboBox
      defaultItems={groups}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      isDisabled={isDisabled ?? false}
      {...(className && { className })}
    >
      <Label className={labelHidden ? 'sr-only' : LABEL_CLASS}>{label}</Label>
      <div className="relative">
        <Input placeholder={placeholder ?? ''} className={classNames(CONTROL_CLASS, 'pr-9')} />
        <Button className="absolute inset-y-0 right-0 flex w-9 cursor-pointer items-center justify-center text-ink-faint">
          <ChevronsUpDown aria-hidden size={16} />
        </Button>
      </div>
      <Popover className={POPOVER_CLASS}>
        <ListBox<ComboBoxGroup>
          className="max-h-80 outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-ink-faint">{emptyText}</p>}
        >
          {(group) => (
            <ListBoxSection id={group.id}>
              <Header className={GROUP_HEADING_CLASS}>{group.name}</Header>
              <Collection items={group.options}>{optionItem}</Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function optionItem({ id, name, note }: ComboBoxOption): ReactNode {
  return (
    <ListBoxItem id={id} textValue={note ? `${name} ${note}` : name} className={ITEM_CLASS}>
      {name}
      {note ? <span className="text-ink-faint text-sm">{note}</span> : undefined}
    </ListBoxItem>
  );
}
