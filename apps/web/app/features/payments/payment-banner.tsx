import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { useSite } from '../../document/use-site.ts';

/** States that payments are simulated or not possible, and that nothing here costs credits yet. */
export function PaymentBanner({ className }: { readonly className?: string }) {
  const t = useMessages('pricing');
  const { payments, salesClosed, imageServices } = useSite();
  const isReal = payments !== undefined && !payments.fake;
  if (isReal && imageServices) return undefined;
  return (
    <Notice tone={payments || !imageServices ? 'warning' : 'info'} {...(className && { className })}>
      {isReal ? undefined : <p>{t(payments ? 'testMode' : salesClosed ? 'payUnidentified' : 'payOff')}</p>}
      {imageServices ? undefined : <p>{t('noImageServices')}</p>}
    </Notice>
  );
}
