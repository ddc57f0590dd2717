import type { StatementRowView } from '@bakkum/api-contract/billing/credits';
import { numberFormat } from '@bakkum/i18n/intl';
import { formatDate, formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { statementState, statementText } from '@bakkum/i18n/statement-text';
import { pathOf } from '@bakkum/site/pages';
import { classNames } from '@bakkum/ui/class-names';
import { Coins, ImageOff, RotateCcw } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useState } from 'react';
import { PageLink } from '../../shell/page-link.tsx';

type RowProps<Kind extends StatementRowView['kind'] = StatementRowView['kind']> = {
  readonly row: Extract<StatementRowView, { kind: Kind }>;
};

/** A row: description with image and state, date, and change in credits. */
export function StatementRow({ row }: RowProps) {
  const t = useMessages('credits');
  const locale = useLocale();
  const format = numberFormat(locale, { signDisplay: 'exceptZero' });
  return (
    <tr className="border-line border-t max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-4">
      <td className="max-sm:order-1 sm:w-full sm:py-3 sm:pr-6">
        <div className="flex min-w-0 items-start gap-3">
          <Picture row={row} />
          <Description row={row} />
        </div>
      </td>
      <td className="whitespace-nowrap align-top text-ink-soft text-sm tabular max-sm:order-3 max-sm:ps-15 sm:py-3.5 sm:pr-6">
        <time dateTime={row.at}>{formatDateTime(locale, new Date(row.at))}</time>
      </td>
      <td
        className={classNames(
          'text-right align-top font-semibold tabular max-sm:order-2 sm:py-3 sm:pr-6',
          row.change === 0 && 'text-ink-faint',
        )}
      >
        {format.format(row.change)}
      </td>
      <td className="text-right align-top text-ink-soft tabular max-sm:order-4 max-sm:text-sm sm:py-3">
        <span className="sr-only">{t('columnBalance')} </span>
        {numberFormat(locale).format(row.balance)}
      </td>
    </tr>
  );
}

const FRAME = 'grid size-12 shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-surface text-ink-faint';

/** The first image of an order, linked to the gallery, or an icon for the kind of row. */
function Picture({ row }: RowProps) {
  const t = useMessages('credits');
  const [isBroken, setBroken] = useState(false);
  const image = row.kind === 'order' ? row.order?.image : undefined;
  if (image && !isBroken) {
    return (
      <PageLink path={`${pathOf('generator')}?image=${image.id}`} className={FRAME} aria-label={t('imageOpen')}>
        <img
          src={image.thumbnailUrl}
          alt=""
          loading="lazy"
          width={48}
          height={48}
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      </PageLink>
    );
  }
  const Icon = row.kind === 'order' ? ImageOff : row.change < 0 ? RotateCcw : Coins;
  return (
    <span className={FRAME}>
      <Icon aria-hidden size={20} />
    </span>
  );
}

function Description({ row }: RowProps) {
  const credits = useMessages('credits');
  const shell = useMessages('shell');
  const locale = useLocale();
  const words = { credits, shell };
  const state = statementState(words, row, (moment) => formatDate(locale, new Date(moment)));
  return (
    <div className="min-w-0">
      <p className="font-medium">{statementText(words, row)}</p>
      {row.kind === 'order' ? <OrderLines row={row} /> : undefined}
      {row.kind === 'grant' && row.note ? <p className="break-words text-ink-soft text-sm">{row.note}</p> : undefined}
      {state ? <p className="text-ink-soft text-sm">{state}</p> : undefined}
      {row.kind === 'grant' && row.paymentId ? (
        <PageLink path={`${pathOf('receipt')}?id=${row.paymentId}`} className={textLinkClass('text-sm')}>
          {credits('receipt')}
        </PageLink>
      ) : undefined}
    </div>
  );
}

/** The prompt as the user wrote it, then model and size, or the reason why there is no image. */
function OrderLines({ row: { order, state } }: RowProps<'order'>) {
  const t = useMessages('credits');
  if (!order) return <p className="text-ink-soft text-sm">{t('orderErased')}</p>;
  const missing = order.imagesDeleted ? t('imageGone') : state === 'returned' ? t('imageNone') : undefined;
  const facts = [order.model, `${order.width} × ${order.height}`, order.image ? undefined : missing];
  return (
    <>
      {order.prompt ? <p className="line-clamp-2 break-words text-sm">{order.prompt}</p> : undefined}
      <p className="text-ink-soft text-sm tabular">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}
