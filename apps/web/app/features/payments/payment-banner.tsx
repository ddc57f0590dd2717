import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { useSite } from '../../document/use-site.ts';

/** States that payments are simulated, or that none are possible. */
export function PaymentBanner({ className }: { readonly className?: string }) {
  const t = useMessages('pricing');
  const { payments, salesClosed } = useSite();
  if (payments && !payments.fake) return undefined;
  return (
    <Notice tone={payments ? 'warning' : 'info'} {...(className && { className })}>
      {t(payments ? 'testMode' : salesClosed ? 'payUnidentified' : 'payOff')}
    </Notice>
  );
}
