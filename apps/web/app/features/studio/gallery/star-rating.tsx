import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { RATINGS } from '@bakkum/studio-options/limits';
import { classNames } from '@bakkum/ui/class-names';
import { Star } from '@bakkum/ui/icons';
import { studioStore } from '../studio-store.ts';

/** One to five stars; choosing the same number again removes the rating. */
export function StarRating({ image }: { readonly image: ImageView }) {
  const t = useMessages('studio');
  const { rating = 0 } = image;
  return (
    <fieldset className="mt-1 -ml-2 flex">
      <legend className="sr-only">{t('rating')}</legend>
      {RATINGS.map((stars) => {
        const given = stars <= rating;
        return (
          <button
            key={stars}
            type="button"
            aria-pressed={stars === rating}
            aria-label={stars === rating ? t('clearRating') : t('rate', { count: stars })}
            onClick={() => void studioStore.change(image, { rating: stars === rating ? null : stars })}
            className={classNames(
              'flex size-9 cursor-pointer items-center justify-center rounded-sm transition-colors hover:bg-sunken',
              given ? 'text-warning' : 'text-ink-faint',
            )}
          >
            <Star aria-hidden size={17} fill={given ? 'currentColor' : 'none'} />
          </button>
        );
      })}
    </fieldset>
  );
}
