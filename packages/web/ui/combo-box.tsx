/** Contains React Aria: import it only from code that loads after a file is chosen. */

import { type ReactNode, useContext, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  Collection,
  ComboBoxStateContext,
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
import { type ComboBoxGroup, type ComboBoxOption, rankOptions } from './rank-options.ts';

export type { ComboBoxGroup } from './rank-options.ts';

type ComboBoxProps = {
  readonly label: string;
  /** Hides the label visually where the context makes it clear. */
  readonly labelHidden?: boolean;
  readonly groups: readonly ComboBoxGroup[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Shown when nothing matches the input. */
  readonly emptyText: string;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly className?: string;
};

/** A choice from a long, grouped list that can be searched by typing. */
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
  // The text while it is a search and not the name of the choice.
  const [typed, setTyped] = useState('');
  const chosen = groups.flatMap(({ options }) => options).find(({ id }) => id === value)?.name ?? '';
  const found = typed === '' ? groups : rankOptions(groups, typed);
  return (
    <AriaComboBox
      items={found}
      onInputChange={(text) => setTyped(text === chosen ? '' : text)}
      onOpenChange={() => setTyped('')}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      allowsEmptyCollection
      isDisabled={isDisabled ?? false}
      {...(className && { className })}
    >
      <Label className={labelHidden ? 'sr-only' : LABEL_CLASS}>{label}</Label>
      <div className="relative">
        <SearchField
          placeholder={placeholder ?? ''}
          bestMatch={typed === '' ? undefined : found[0]?.options[0]?.id}
          isSearching={typed !== ''}
          chosen={chosen}
        />
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

type SearchFieldProps = {
  readonly placeholder: string;
  /** The first option that matches the typed text. */
  readonly bestMatch: string | undefined;
  readonly isSearching: boolean;
  /** Name of the chosen option. */
  readonly chosen: string;
};

/**
 * A click opens the list and selects the text, so that typing replaces it. The Tab key opens nothing. The Enter key chooses the best match
 * unless another option has the focus, or an input method is composing. If nothing matches, it does nothing.
 * The Escape key ends a search, then closes the list.
 */
function SearchField({ placeholder, bestMatch, isSearching, chosen }: SearchFieldProps): ReactNode {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      placeholder={placeholder}
      className={classNames(CONTROL_CLASS, 'pr-9')}
      onClick={({ currentTarget }) => {
        if (!state || state.isOpen) return;
        state.open(null, 'manual');
        currentTarget.select();
      }}
      onKeyDownCapture={(event) => {
        if (!state?.isOpen || event.nativeEvent.isComposing) return;
        const { selectionManager } = state;
        if (event.key === 'Enter' && bestMatch !== undefined && selectionManager.focusedKey === null)
          selectionManager.setFocusedKey(bestMatch);
        // React Aria empties the field if the chosen option isn't among those found.
        const isHandled = isSearching && (event.key === 'Escape' || (event.key === 'Enter' && bestMatch === undefined));
        if (!isHandled) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') state.setInputValue(chosen);
      }}
    />
  );
}

function optionItem({ id, name, note }: ComboBoxOption): ReactNode {
  return (
    <ListBoxItem id={id} textValue={name} className={ITEM_CLASS}>
      {name}
      {note ? <span className="ml-auto pl-3 text-ink-faint text-sm">{note}</span> : undefined}
    </ListBoxItem>
  );
}
