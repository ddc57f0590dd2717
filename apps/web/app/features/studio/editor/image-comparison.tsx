import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { type ReactNode, useState } from 'react';

/** Two images on top of each other, with a divider moved by the pointer or the arrow keys. */
export function ImageComparison({ before, after }: { readonly before: ImageView; readonly after: ImageView }): ReactNode {
  const t = useMessages('studio');
  const [percent, setPercent] = useState(50);
  return (
    <div
      className={classNames(
        'relative mx-auto overflow-hidden rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent',
        (before.transparent || after.transparent) && 'checkered',
      )}
      style={{ aspectRatio: after.width / after.height, maxWidth: `calc(70dvh * ${after.width / after.height})` }}
    >
      <img src={after.url} alt={t('after')} className="absolute inset-0 size-full object-contain" />
      <img
        src={before.url}
        alt={t('before')}
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        className="absolute inset-0 size-full object-contain"
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent" style={{ left: `${percent}%` }} />
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={t('compareDivider')}
        onChange={({ target }) => setPercent(Number(target.value))}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  );
}
