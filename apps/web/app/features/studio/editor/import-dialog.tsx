/** Loaded when an image was picked. */

import type { ImageView } from '@bakkum/api-contract/images/images';
import { randomId } from '@bakkum/bytes/random-id';
import { formatBytes, formatList } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { IMPORT_LIMITS } from '@bakkum/studio-options/imports';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useSession } from '../../../session/session.ts';
import { useAbortOnLeave } from '../../../state/use-abort-on-leave.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { PicturePreview } from './import-panel.tsx';

type ImportDialogProps = {
  readonly picture: File;
  readonly state: StudioState;
  readonly onClose: () => void;
  readonly onBrought: (image: ImageView) => void;
};

/** States what is sent, to whom, and where it is stored, before anything is sent. */
export function ImportDialog({ picture, state, onClose, onBrought }: ImportDialogProps): ReactNode {
  const t = useMessages('studio');
  const locale = useLocale();
  const { sending, failure, send } = useSending(picture, onBrought);
  const tooLarge = picture.size > IMPORT_LIMITS.bytes;
  return (
    <Dialog
      title={t('importTitle')}
      closeLabel={t('closeNotice')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(tooLarge ? 'closeNotice' : 'cancel')}</Button>
          {tooLarge ? undefined : (
            // A button that is disabled while it works would lose the focus, and Escape its dialog.
            <Button variant="primary" aria-disabled={sending} onClick={() => void send()}>
              {t(sending ? 'importSending' : 'importAgree')}
            </Button>
          )}
        </>
      }
    >
      <PicturePreview picture={picture} className="max-h-[38dvh] w-full rounded-md bg-sunken object-contain" />
      <p className="mt-3 break-all text-ink-soft text-sm tabular">{`${picture.name} · ${formatBytes(locale, picture.size)}`}</p>
      {tooLarge ? (
        <Notice tone="danger" className="mt-4">
          {t('importTooLarge', { size: formatBytes(locale, IMPORT_LIMITS.bytes) })}
        </Notice>
      ) : (
        <Terms state={state} />
      )}
      <FailureNotice failure={failure} className="mt-4" />
    </Dialog>
  );
}

/** One idempotency key per image: sent again after a lost answer, it is stored once. Closing aborts it. */
function useSending(picture: File, onBrought: (image: ImageView) => void) {
  const [key] = useState(randomId);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { start } = useAbortOnLeave();
  const send = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    setFailure(undefined);
    const sent = await studioStore.bring(picture, key, start());
    if (!sent) return;
    setSending(false);
    if (sent.ok) onBrought(sent.body.image);
    else setFailure(sent.failure);
  };
  return { sending, failure, send };
}

function Terms({ state }: { readonly state: StudioState }) {
  const t = useMessages('studio');
  const locale = useLocale();
  const session = useSession();
  const isDemo = session.status === 'signed-in' && session.person.demo;
  const terms = [
    t('importSent'),
    ...(state.studio?.checksImages ? [t('importChecked')] : []),
    t('importKept'),
    t('importService', { names: formatList(locale, state.studio?.receivers ?? [], 'disjunction') }),
    t('importCost'),
  ];
  return (
    <>
      <ul className="mt-4 grid list-disc gap-2 pl-5 text-sm marker:text-ink-faint">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      {isDemo ? (
        <Notice tone="warning" className="mt-4">
          {t('importDemo')}
        </Notice>
      ) : undefined}
    </>
  );
}
