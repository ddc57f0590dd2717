import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import type { ReactNode } from 'react';
import type { Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';

type VersionDialogProps = {
  readonly title: string;
  /** Label of the button that orders, with the price if it is known. */
  readonly action: string;
  readonly isReady: boolean;
  readonly isSending: boolean;
  /** Why the order was refused. */
  readonly failure: Failure | undefined;
  readonly wide?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Orders a version of an image. A refused order leaves it open, with the reason. */
export function VersionDialog({
  title,
  action,
  isReady,
  isSending,
  failure,
  wide = false,
  onSend,
  onClose,
  children,
}: VersionDialogProps): ReactNode {
  const t = useMessages('studio');
  return (
    <Dialog
      title={title}
      closeLabel={t('closeNotice')}
      isOpen
      onClose={onClose}
      wide={wide}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!isReady} aria-disabled={isSending} onClick={onSend}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <FailureNotice failure={failure} className="mt-4" />
    </Dialog>
  );
}
