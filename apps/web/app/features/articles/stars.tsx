import type { Rating } from '@bakkum/api-contract/ratings';
import { formatNumber } from '@bakkum/i18n/message';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Star } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';

/** What readers think, with how many they are. */
export function Stars({ rating }: { readonly rating: Rating | undefined }): ReactNode {
  const t = useMessages('articles');
  const locale = useLocale();
  if (!rating) return <span>{t('unrated')}</span>;
  const stars = rating.stars.toFixed(1);
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Star aria-hidden size={14} className="fill-current text-warning" />
      <span aria-hidden>{`${stars} (${formatNumber(locale, rating.votes)})`}</span>
      <span className="sr-only">{t('rated', { stars, count: rating.votes })}</span>
    </span>
  );
}
