import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../../document/use-site.ts';
import { articlePath } from '../paths.ts';
import { Stars } from '../rate/stars.tsx';
import type { ArticleCard } from '../view.ts';
import { SubjectAndTime } from './subject-and-time.tsx';

/** A grid of articles; the whole card is the link. */
export function ArticleCards({ cards }: { readonly cards: readonly ArticleCard[] }): ReactNode {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map((card) => (
        <Card key={card.id} card={card} />
      ))}
    </ul>
  );
}

function Card({ card }: { readonly card: ArticleCard }): ReactNode {
  const t = useMessages('articles');
  const locale = useLocale();
  const { author, brand } = useSite();
  return (
    <li className="relative flex flex-col rounded-lg border border-line bg-surface p-5 transition-colors focus-within:border-line-strong hover:border-line-strong">
      <p className="flex flex-wrap justify-between gap-x-3 text-ink-faint text-xs">
        <SubjectAndTime article={card} />
        {card.rating ? <Stars rating={card.rating} /> : undefined}
      </p>
      <h2 className="mt-2 font-bold text-lg">{card.title}</h2>
      <p className="mt-2 grow text-ink-soft text-sm">{card.description}</p>
      <p className="mt-4 text-ink-faint text-xs">{t('by', { author: author ?? brand })}</p>
      <p className="mt-2">
        <Link
          to={localePath(locale, articlePath(card.id))}
          aria-label={`${t('read')}: ${card.title}`}
          className={textLinkClass('after:absolute after:inset-0')}
        >
          {t('read')}
        </Link>
      </p>
    </li>
  );
}
