import type { Rating } from '@bakkum/api-contract/ratings';
import { numberFormat } from '@bakkum/i18n/intl';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Star } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

/** The average rating, with the number of votes. */
export function Stars({ rating }: { readonly rating: Rating | undefined }): ReactNode {
  const t = useMessages('articles');
  const locale = useLocale();
  if (!rating) return <span>{t('unrated')}</span>;
  const stars = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(rating.stars);
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Star aria-hidden size={14} className="fill-current text-warning" />
      <span aria-hidden>{`${stars} (${numberFormat(locale).format(rating.votes)})`}</span>
      <span className="sr-only">{t('rated', { stars, count: rating.votes })}</span>
    </span>
  );
}
