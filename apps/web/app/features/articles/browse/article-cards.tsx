import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../../document/use-site.ts';
import { articlePath } from '../paths.ts';
import { Stars } from '../rate/stars.tsx';
import type { ArticleCard } from '../view.ts';
import { ArticleCover } from './article-cover.tsx';
import { SubjectAndTime } from './subject-and-time.tsx';

type ArticleCardsProps = {
  readonly cards: readonly ArticleCard[];
  /** The first card is larger, as the beginning of a page. */
  readonly hasLead?: boolean;
};

/** A grid of articles; the whole card is the link. */
export function ArticleCards({ cards, hasLead = false }: ArticleCardsProps): ReactNode {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map((card, place) => (
        <Card key={card.id} card={card} isLead={hasLead && place === 0} />
      ))}
    </ul>
  );
}

function Card({ card, isLead }: { readonly card: ArticleCard; readonly isLead: boolean }): ReactNode {
  const t = useMessages('articles');
  const locale = useLocale();
  const { author, brand } = useSite();
  return (
    <li
      className={classNames(
        'relative flex flex-col overflow-clip rounded-lg border border-line bg-surface transition-colors focus-within:border-line-strong hover:border-line-strong',
        isLead && 'sm:col-span-2',
      )}
    >
      <ArticleCover cover={card.cover} className={isLead ? 'h-36 sm:h-48' : 'h-36'} />
      <div className="flex grow flex-col p-5">
        <p className="flex flex-wrap justify-between gap-x-3 text-ink-faint text-xs">
          <SubjectAndTime article={card} />
          {card.rating ? <Stars rating={card.rating} /> : undefined}
        </p>
        <h2 className={classNames('mt-2 font-bold', isLead ? 'text-xl' : 'text-lg')}>{card.title}</h2>
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
      </div>
    </li>
  );
}
