/** React Aria inside: import it only from code that loads after a file is chosen. */

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
import { ChevronsUpDown } from './icons.tsx';
import { GROUP_HEADING_CLASS, ITEM_CLASS, POPOVER_CLASS } from './popover-class.tsx';

export type ComboBoxOption = {
  readonly id: string;
  /** Shown, and searched. No two options have the same. */
  readonly name: string;
  /** Beside the name, fainter; searched as well. */
  readonly note?: string;
  /** More words it is found by. */
  readonly keywords?: string;
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
  const searched = new Map(groups.flatMap(({ options }) => options.map((option) => [option.name, wordsOf(option)] as const)));
  return (
    <AriaComboBox
      defaultItems={groups}
      defaultFilter={(name, typed) => (searched.get(name) ?? fold(name)).includes(fold(typed))}
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

function wordsOf({ name, note, keywords }: ComboBoxOption): string {
  return fold([name, note, keywords].join(' '));
}

/** Without letter case, and with Hangul composed, whatever system typed it. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}

function optionItem({ id, name, note }: ComboBoxOption): ReactNode {
  return (
    <ListBoxItem id={id} textValue={name} className={ITEM_CLASS}>
      {name}
      {note ? <span className="ml-auto pl-3 text-ink-faint text-sm">{note}</span> : undefined}
    </ListBoxItem>
  );
}
