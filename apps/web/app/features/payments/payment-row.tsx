import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { productName } from '@bakkum/i18n/plan-words';
import { formatDate, formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Badge, type Tone } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { useState } from 'react';
import { call } from '../../session/api.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { ConfirmQuestion } from './confirm-question.tsx';

const STATES = {
  created: ['stateWaiting', 'info'],
  ordered: ['stateWaiting', 'info'],
  capturing: ['stateWaiting', 'info'],
  pending: ['stateWaiting', 'info'],
  captured: ['stateCaptured', 'success'],
  refunded: ['stateRefunded', 'neutral'],
  reversed: ['stateReversed', 'danger'],
  expired: ['stateFailed', 'neutral'],
  failed: ['stateFailed', 'danger'],
} as const satisfies Readonly<Record<PaymentView['state'], readonly [string, Tone]>>;

type PaymentRowProps = { readonly payment: PaymentView; readonly onChanged: () => void };

/** A payment: its plan, amount, state, receipt and a button to request a refund. */
export function PaymentRow({ payment, onChanged }: PaymentRowProps) {
  const t = useMessages('receipts');
  const shell = useMessages('shell');
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const { id, amount, currency, createdAt, capturedAt, state, refundWay } = payment;
  const [words, tone] = STATES[state];
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{`${productName(shell, payment)}, ${formatMoney(locale, amount, currency)}`}</p>
        <Badge tone={tone}>{t(words)}</Badge>
      </div>
      <p className="mt-1 text-ink-soft text-sm">{formatDate(locale, new Date(capturedAt ?? createdAt))}</p>
      <RefundState payment={payment} />
      {asking ? (
        <RefundQuestion payment={payment} onClose={() => setAsking(false)} onChanged={onChanged} />
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          {capturedAt ? (
            <PageLink path={`${pathOf('receipt')}?id=${id}`} className={textLinkClass('text-sm')}>
              {t('receipt')}
            </PageLink>
          ) : undefined}
          {refundWay === 'none' ? undefined : (
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              {t(refundWay === 'ask' ? 'refundAsk' : 'refund')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const REFUNDS = {
  asked: 'refundAsked',
  requested: 'refundUnderWay',
  pending: 'refundUnderWay',
  failed: 'refundFailed',
  refused: 'refundRefused',
} as const;

function RefundState({ payment: { refund } }: { readonly payment: PaymentView }) {
  const t = useMessages('receipts');
  const locale = useLocale();
  if (!refund) return undefined;
  const { state, at } = refund;
  const words = state === 'completed' ? t('refundDone', { date: formatDate(locale, new Date(at)) }) : t(REFUNDS[state]);
  return <p className="mt-1 text-ink-soft text-sm">{words}</p>;
}

type RefundQuestionProps = PaymentRowProps & { readonly onClose: () => void };

/** Explains a refund before it is made. */
function RefundQuestion({ payment, onClose, onChanged }: RefundQuestionProps) {
  const t = useMessages('receipts');
  const locale = useLocale();
  const { id, product, amount, currency, refundWay } = payment;
  const money = { amount: formatMoney(locale, amount, currency) };
  const isAsking = refundWay === 'ask';
  const question = isAsking ? t('refundQuestionAsk') : t(isPackId(product) ? 'refundQuestionPack' : 'refundQuestion', money);
  return (
    <ConfirmQuestion
      question={question}
      labels={{ send: isAsking ? t('refundSend') : t('refundNow', money), sending: t('refunding'), close: t('cancel') }}
      send={() => call('POST /api/payments/{id}/refund', undefined, { id })}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}
