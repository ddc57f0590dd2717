/** Contains React Aria: import it only from code that loads after a file is chosen. */

import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from './class-names.tsx';
import { iconButtonClass } from './icon-button.tsx';
import { X } from './icons.tsx';

type DialogProps = {
  readonly title: string;
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the most likely one last. */
  readonly actions?: ReactNode;
  /** For images and players: as wide as the work area. */
  readonly wide?: boolean;
};

/** A modal dialog: focus stays inside, Escape and the backdrop close it. On phones, a bottom sheet. */
export function Dialog({ title, closeLabel, isOpen, onClose, children, actions, wide }: DialogProps): ReactNode {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-center bg-scrim transition-opacity data-[entering]:opacity-0 data-[exiting]:opacity-0 sm:items-center sm:p-6"
    >
      <Modal
        className={classNames(
          'max-h-[94dvh] w-full overflow-auto rounded-t-lg bg-surface shadow-raised sm:rounded-lg',
          wide ? 'sm:max-w-work' : 'sm:max-w-xl',
        )}
      >
        <AriaDialog className="p-5 outline-none sm:p-6">
          <div className="flex items-start gap-4">
            <Heading slot="title" className="min-w-0 grow break-words font-bold text-xl">
              {title}
            </Heading>
            <Button slot="close" aria-label={closeLabel} className={iconButtonClass('-mt-2 -mr-2')}>
              <X aria-hidden size={20} />
            </Button>
          </div>
          <div className="mt-3">{children}</div>
          {actions ? <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div> : undefined}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
