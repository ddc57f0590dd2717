import { Button } from '@bakkum/ui/button';
import { useState } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';
import type { Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';

type ConfirmQuestionProps = {
  readonly question: string;
  /** Labels of the button that sends the request, before and meanwhile, and of the one that closes the question. */
  readonly labels: { readonly send: string; readonly sending: string; readonly close: string };
  readonly send: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

/** Asks before a request that cannot be undone. */
export function ConfirmQuestion({ question, labels, send, onClose, onChanged }: ConfirmQuestionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const answer = await send();
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    onClose();
    onChanged();
    return undefined;
  };
  return (
    <div className="mt-3 grid gap-4">
      <p ref={takeFocus} tabIndex={-1} className="text-sm outline-none">
        {question}
      </p>
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" size="sm" disabled={busy} onClick={() => void confirm()}>
          {busy ? labels.sending : labels.send}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {labels.close}
        </Button>
      </div>
    </div>
  );
}
