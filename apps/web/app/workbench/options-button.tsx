import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { SlidersHorizontal } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

type OptionsButtonProps = {
  /** Name of the file. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly className?: string | undefined;
};

/** Opens and closes the options of a file. */
export function OptionsButton({ name, isOpen, onToggle, className }: OptionsButtonProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <Button
      aria-expanded={isOpen}
      aria-label={t('optionsFor', { name })}
      title={t('moreOptions')}
      onClick={onToggle}
      className={classNames('px-3', isOpen && 'bg-sunken', className)}
    >
      <SlidersHorizontal aria-hidden size={18} />
    </Button>
  );
}
