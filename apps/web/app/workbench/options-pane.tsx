import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Dialog } from '@bakkum/ui/dialog';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { createContext, type ReactNode, useContext, useId, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { takeFocus } from '../forms/take-focus.ts';
import { FileName } from './row-frame.tsx';

/** The element that holds the options of a file on screens that have a column of their own beside the list. */
export const OptionsPlace = createContext<HTMLElement | null>(null);

/** From this width, there is room beside the list. */
const BESIDE = '(min-width: 64rem)';

function useIsBeside(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(BESIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(BESIDE).matches,
    () => false,
  );
}

type ListWithOptionsProps = {
  /** The options of the chosen file. */
  readonly pane: ReactNode;
  /** The list. */
  readonly children: ReactNode;
};

/** A list of files, and the options of one of them beside it. */
export function ListWithOptions({ pane, children }: ListWithOptionsProps): ReactNode {
  const isColumn = useContext(OptionsPlace) === null && pane !== undefined;
  return (
    <div className={classNames(isColumn && 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-4')}>
      <div className="min-w-0">{children}</div>
      {pane}
    </div>
  );
}

type OptionsPaneProps = {
  /** Identifies the file for `OptionsButton`, which gets the focus back. */
  readonly id: number | string;
  /** Name of the file. */
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The options of one file of several: beside the list, or on small screens a dialog, which phones show at their lower edge. */
export function OptionsPane({ id, name, onClose, children }: OptionsPaneProps): ReactNode {
  const t = useMessages('conversion');
  const place = useContext(OptionsPlace);
  const isBeside = useIsBeside();
  const close = (): void => {
    onClose();
    // A file that was converted meanwhile has no button for its options.
    const next =
      document.querySelector<HTMLElement>(`[data-options-of="${id}"]`) ?? document.querySelector<HTMLElement>('[data-next-step]');
    next?.focus();
  };
  if (!isBeside)
    return (
      <Dialog title={name} closeLabel={t('closeNotice')} isOpen onClose={close}>
        {children}
      </Dialog>
    );
  const aside = (
    <Aside name={name} onClose={close}>
      {children}
    </Aside>
  );
  return place ? createPortal(aside, place) : aside;
}

function Aside({ name, onClose, children }: Omit<OptionsPaneProps, 'id'>): ReactNode {
  const t = useMessages('conversion');
  const heading = useId();
  return (
    // Escape is a shortcut for the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={takeFocus}
      tabIndex={-1}
      aria-labelledby={heading}
      data-options-pane
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
      className="sticky top-20 max-h-[calc(100dvh-12rem)] overflow-auto rounded-lg border border-line bg-surface outline-none"
    >
      <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-surface py-1.5 pr-2 pl-4">
        <h2 id={heading} className="min-w-0 grow" aria-label={t('optionsFor', { name })}>
          <FileName name={name} />
        </h2>
        <IconButton label={t('closeNotice')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="p-4">{children}</div>
    </aside>
  );
}
