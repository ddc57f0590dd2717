import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { SlidersHorizontal } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

type OptionsButtonProps = {
  readonly id: number | string;
  /** Name of the file. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Opens and closes the options of a file, which are shown in an `OptionsPane`. */
export function OptionsButton({ id, name, isOpen, onToggle }: OptionsButtonProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <Button
      aria-expanded={isOpen}
      data-options-of={id}
      aria-label={t('optionsFor', { name })}
      title={t('moreOptions')}
      onClick={onToggle}
      className={classNames('px-3', isOpen && 'bg-sunken')}
    >
      <SlidersHorizontal aria-hidden size={18} />
    </Button>
  );
}
