import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { takeFocus } from '../../forms/take-focus.ts';

/** The payment service has not confirmed yet. */
export function Confirming() {
  const t = useMessages('payment');
  return (
    <div className="max-w-read" aria-live="polite">
      <h2 className="font-semibold text-xl">{t('confirming')}</h2>
      <p className="mt-2 text-ink-soft">{t('confirmingBody')}</p>
      <ProgressBar label={t('confirming')} className="mt-6 max-w-60" />
    </div>
  );
}

/** The payment failed. */
export function OutcomeError({ body, onRetry }: { readonly body: string; readonly onRetry: () => void }) {
  const t = useMessages('payment');
  return (
    <div className="max-w-read rounded-lg border border-danger bg-surface p-6" role="alert">
      <h2 ref={takeFocus} tabIndex={-1} className="font-semibold text-danger text-xl outline-none">
        {t('errorHeading')}
      </h2>
      <p className="mt-2">{body}</p>
      <Button variant="primary" className="mt-6" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

export function reload(): void {
  location.reload();
}
