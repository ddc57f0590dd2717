import type { PersonView } from '@bakkum/api-contract/account';
import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { displayName } from '@bakkum/api-contract/display-name';
import { wayName } from '@bakkum/i18n/payment-words';
import { productName } from '@bakkum/i18n/plan-words';
import { formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { formatRecordDate } from '@bakkum/i18n/record-date';
import { operatorLines } from '@bakkum/site/operator-lines';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { Download, Printer } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '../../document/use-site.ts';
import { call } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { SignedInOnly, Waiting } from '../../session/signed-in-only.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';

/** A printable receipt. */
export function ReceiptScreen() {
  const t = useMessages('receipts');
  const { brand } = useSite();
  const [search] = useSearchParams();
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <h1 className="mb-8 font-bold text-2xl">{`${brand} ${t('heading')}`}</h1>
      <SignedInOnly>{({ person }) => <Found id={search.get('id') ?? ''} person={person} />}</SignedInOnly>
    </div>
  );
}

function Found({ id, person }: { readonly id: string; readonly person: PersonView }) {
  const { body, fault } = useServerData({
    key: ['payment', id],
    ask: () => call('GET /api/payments/{id}', undefined, { id }),
  });
  if (fault) return <FailureNotice failure={fault} />;
  return body ? <Receipt payment={body.payment} person={person} /> : <Waiting />;
}

function Receipt({ payment, person }: { readonly payment: PaymentView; readonly person: PersonView }) {
  const t = useMessages('receipts');
  const { capturedAt, refund, state } = payment;
  const locale = useLocale();
  if (!capturedAt) return <Notice tone="info">{t('notPaid')}</Notice>;
  return (
    <div className="max-w-read">
      {state === 'refunded' && refund ? (
        <Notice tone="info" className="mb-8">
          {t('refundedOn', { date: formatRecordDate(locale, new Date(refund.at)) })}
        </Notice>
      ) : undefined}
      <Lines payment={payment} paidAt={capturedAt} person={person} />
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <a
          href={`/api/payments/${payment.id}/receipt.pdf?locale=${locale}`}
          download
          className={buttonClass({ variant: 'primary' })}
        >
          <Download aria-hidden size={18} />
          {t('downloadPdf')}
        </a>
        <Button icon={<Printer aria-hidden size={18} />} onClick={() => print()}>
          {t('print')}
        </Button>
        <PageLink path={pathOf('account')} className={textLinkClass()}>
          {t('toAccount')}
        </PageLink>
      </div>
    </div>
  );
}

type LinesProps = { readonly payment: PaymentView; readonly paidAt: string; readonly person: PersonView };

function Lines({ payment, paidAt, person }: LinesProps) {
  const t = useMessages('receipts');
  const shell = useMessages('shell');
  const locale = useLocale();
  const { brand, origin, operator } = useSite();
  const seller = operatorLines(operator ?? {}, (key, values) => shell.lookup(key, values) ?? '');
  const { number, product, amount, currency, startsAt, endsAt, deducted, tax, receiptUrl } = payment;
  const day = (moment: string): string => formatRecordDate(locale, new Date(moment));
  return (
    <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-3">
      <Line name={t('number')}>{number}</Line>
      <Line name={t('date')}>{day(paidAt)}</Line>
      <Line name={t('product')}>{productName(shell, payment)}</Line>
      {startsAt && endsAt ? (
        <Line name={t(isPackId(product) ? 'validPeriod' : 'period')}>
          {t('fromUntil', { from: day(startsAt), until: day(endsAt) })}
        </Line>
      ) : undefined}
      <Line name={t('buyer')}>{`${displayName(person)}, ${person.email}`}</Line>
      <Line name={t('seller')}>
        {`${brand}, ${origin}`}
        {seller.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Line>
      <Line name={t('way')}>
        {wayName(t, payment)}
        {receiptUrl ? (
          <a href={receiptUrl} target="_blank" rel="noreferrer" className={textLinkClass('block print:hidden')}>
            {t('serviceReceipt')}
          </a>
        ) : undefined}
      </Line>
      {deducted ? (
        <>
          <Line name={t('price')}>{formatMoney(locale, (Number(amount) + Number(deducted)).toFixed(2), currency)}</Line>
          <Line name={t('deducted')}>{`−${formatMoney(locale, deducted, currency)}`}</Line>
        </>
      ) : undefined}
      <Line name={t('total')}>
        <span className="font-bold text-xl tabular">{formatMoney(locale, amount, currency)}</span>
      </Line>
      {tax ? (
        <Line name={t('tax', { name: tax.name, percent: tax.percent })}>{formatMoney(locale, tax.amount, currency)}</Line>
      ) : undefined}
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words max-sm:mb-3">{children}</dd>
    </>
  );
}
