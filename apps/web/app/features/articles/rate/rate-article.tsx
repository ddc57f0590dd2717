import type { Rating } from '@bakkum/api-contract/ratings';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Star } from '@bakkum/ui/icons';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ownStars, rateArticle, subscribeToStars } from './rating-store.ts';
import { Stars } from './stars.tsx';

type RateProps = { readonly article: string; readonly rating: Rating | undefined };

/** The server renders no rating, because only the browser knows it. */
const neverRated = (): undefined => undefined;
const CHOICES = [1, 2, 3, 4, 5] as const;

/** Rates an article with one click; another click changes the rating. */
export function RateArticle({ article, rating: first }: RateProps): ReactNode {
  const t = useMessages('articles');
  const [rating, setRating] = useState(first);
  const kept = useSyncExternalStore(subscribeToStars, () => ownStars(article), neverRated);
  const [asked, setAsked] = useState<number>();
  const own = asked ?? kept;
  const [said, setSaid] = useState<'thanks' | 'limited' | 'failed'>();

  const rate = async (stars: number): Promise<void> => {
    setAsked(stars);
    const outcome = await rateArticle(article, stars);
    if (outcome.ok) setRating(outcome.rating);
    // The page remembers the rating when the browser cannot store it.
    else setAsked(undefined);
    setSaid(outcome.ok ? 'thanks' : outcome.reason);
  };
  return (
    <section aria-labelledby="rate" className="mt-12 rounded-lg border border-line bg-surface px-5 py-4">
      <h2 id="rate" className="font-semibold">
        {t('rateHeading')}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <fieldset className="flex">
          <legend className="sr-only">{t('rateHeading')}</legend>
          {CHOICES.map((stars) => (
            <button
              key={stars}
              type="button"
              aria-pressed={own === stars}
              aria-label={t('rateWith', { count: stars })}
              onClick={() => void rate(stars)}
              className="grid size-11 cursor-pointer place-items-center rounded-md text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
            >
              <Star
                aria-hidden
                size={24}
                className={classNames(own !== undefined && stars <= own && 'fill-current text-warning')}
              />
            </button>
          ))}
        </fieldset>
        <p className="text-ink-soft text-sm">
          <Stars rating={rating} />
        </p>
      </div>
      <LiveRegion>{said ? t(`rate-${said}`) : ''}</LiveRegion>
      {said ? (
        <p aria-hidden className="mt-2 text-ink-soft text-sm">
          {t(`rate-${said}`)}
        </p>
      ) : undefined}
    </section>
  );
}
