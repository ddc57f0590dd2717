import type { PersonView } from '@bakkum/api-contract/account';
import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { localePath } from '@bakkum/i18n/locale';
import { productName } from '@bakkum/i18n/plan-words';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { CircleCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { useEffect } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { Confirming, OutcomeError, reload } from './outcome-notices.tsx';
import { type Returned, useReturned } from './use-returned.ts';

type PaymentOutcomeProps = {
  readonly returned: Returned;
  readonly person: PersonView;
  /** Starts again after a failure. */
  readonly onRetry: () => void;
};

/** The outcome of a payment: pending, complete, or an error with the next action. */
export function PaymentOutcome({ returned, person, onRetry }: PaymentOutcomeProps) {
  const t = useMessages('payment');
  const outcome = useReturned(returned);
  if (outcome.status === 'asking') return <Confirming />;
  if (outcome.status === 'failed') {
    const isUnknown = outcome.failure.code === 'not-found';
    return <OutcomeError body={t(isUnknown ? 'errorUnknown' : 'errorProcessing')} onRetry={isUnknown ? onRetry : reload} />;
  }
  const { payment } = outcome;
  switch (payment.state) {
    case 'captured':
      return <Complete payment={payment} person={person} />;
    case 'capturing':
      return <Confirming />;
    case 'pending':
      return <Pending />;
    case 'refunded':
    case 'reversed':
      return <Refunded />;
    default:
      return <OutcomeError body={t(errorWords(payment))} onRetry={onRetry} />;
  }
}

function errorWords({ state, problem }: PaymentView) {
  if (problem === 'declined') return 'errorDeclined';
  if (problem === 'mismatch') return 'errorMismatch';
  if (problem === 'plan-changed') return 'errorPlanChanged';
  if (state === 'expired') return 'errorExpired';
  return state === 'failed' ? 'errorProcessing' : 'errorNotApproved';
}

function Pending() {
  const t = useMessages('payment');
  return (
    <Notice tone="info" className="max-w-read">
      <p className="font-semibold">{t('pending')}</p>
      <p className="text-ink-soft">{t('pendingBody')}</p>
    </Notice>
  );
}

function Refunded() {
  const t = useMessages('payment');
  return (
    <Notice tone="info" className="max-w-read">
      {t('doneRefunded')}
    </Notice>
  );
}

/** Milliseconds the confirmation is shown. */
const DISPLAY_MS = 6000;

/** The payment is complete. Then opens the studio with a full page load, so that everything there is reloaded. */
function Complete({ payment, person }: { readonly payment: PaymentView; readonly person: PersonView }) {
  const t = useMessages('payment');
  const shell = useMessages('shell');
  const locale = useLocale();
  const studio = localePath(locale, pathOf('generator'));
  useEffect(() => {
    const timer = setTimeout(() => location.assign(studio), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [studio]);
  const day = (moment: string | undefined): string => (moment ? formatDate(locale, new Date(moment)) : '');
  const { product, credits } = payment;
  const until = day(payment.endsAt);
  const body = isPackId(product)
    ? t('donePack', { credits, until })
    : t('doneBody', { plan: productName(shell, payment), from: day(payment.startsAt), until });
  return (
    <div className="max-w-read rounded-lg border border-line bg-surface p-6 sm:p-8">
      <CircleCheck aria-hidden size={32} className="text-success" />
      <h2 ref={takeFocus} tabIndex={-1} className="mt-3 font-bold text-xl outline-none">
        {t('doneHeading')}
      </h2>
      <p className="mt-2">{body}</p>
      <p className="mt-1 break-words text-ink-soft">{t('doneMail', { email: person.email })}</p>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a href={studio} className={buttonClass({ variant: 'primary' })}>
          {t('doneNext')}
        </a>
        <PageLink path={`${pathOf('receipt')}?id=${payment.id}`} className={textLinkClass()}>
          {t('receipt')}
        </PageLink>
      </div>
      <p className="mt-4 text-ink-soft text-sm">{t('doneSoon')}</p>
    </div>
  );
}
