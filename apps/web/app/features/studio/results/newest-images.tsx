import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import { Download, Images, ImageUpscale, Info, Wand } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import type { ImageActions } from '../gallery/image-actions.ts';
import { saveImage, type Wanted } from '../gallery/save-image.ts';

/** Images in the strip. */
const MAX_SHOWN = 12;

type NewestImagesProps = Pick<
  ImageActions,
  'canRefine' | 'canVary' | 'onView' | 'onRefine' | 'onVary' | 'onUpscale' | 'onDetails'
> & {
  /** Newest first, at least one. */
  readonly images: readonly ImageView[];
  readonly wanted: Wanted;
};

/** The newest image, large, with a strip of earlier images. A new image replaces the one shown. */
export function NewestImages({ images, ...props }: NewestImagesProps): ReactNode {
  const t = useMessages('studio');
  const newest = images[0];
  const [chosen, setChosen] = useState<{ readonly id: string; readonly newest: string | undefined }>();
  const shown = (chosen?.newest === newest?.id && images.find(({ id }) => id === chosen?.id)) || newest;
  if (!shown) return undefined;
  const strip = images.slice(0, MAX_SHOWN);
  return (
    <section aria-label={t('newest')} className="grid grid-cols-1 gap-3">
      <Large key={shown.id} image={shown} {...props} />
      {strip.length > 1 ? (
        <ul className="-m-1 flex gap-2 overflow-x-auto p-1">
          {strip.map((image) => (
            <li key={image.id} className="shrink-0">
              <button
                type="button"
                aria-pressed={image.id === shown.id}
                aria-label={t('showNewest', { prompt: imageTitle(image) })}
                onClick={() => setChosen({ id: image.id, newest: newest?.id })}
                className={classNames(
                  'block size-16 cursor-pointer overflow-hidden rounded-md border-2 bg-sunken transition-colors',
                  image.id === shown.id ? 'border-accent' : 'border-transparent hover:border-line-strong',
                )}
              >
                <img src={image.thumbnailUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      ) : undefined}
    </section>
  );
}

type LargeProps = Omit<NewestImagesProps, 'images'> & { readonly image: ImageView };

function Large({ image, wanted, canRefine, canVary, onView, ...open }: LargeProps): ReactNode {
  const { onRefine, onVary, onUpscale, onDetails } = open;
  const t = useMessages('studio');
  const [hasFailed, setFailed] = useState(false);
  const title = imageTitle(image);
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <button
        type="button"
        aria-label={t('view', { prompt: title })}
        onClick={() => onView(image)}
        className="block w-full cursor-zoom-in bg-sunken"
      >
        <img
          src={image.url}
          alt={t('imageAlt', { prompt: title })}
          width={image.width}
          height={image.height}
          decoding="async"
          className={classNames(
            'mx-auto h-auto max-h-[max(14rem,calc(100dvh-31rem))] lg:max-h-[max(14rem,calc(100dvh-28rem))] w-auto max-w-full object-contain',
            image.transparent && 'checkered',
          )}
        />
      </button>
      <figcaption className="flex items-center gap-2 py-1 pr-1 pl-4">
        <span className="line-clamp-2 min-w-0 grow break-words text-sm">{title}</span>
        <span className="flex shrink-0">
          <IconButton
            label={t('downloadAs', { format: wanted.format.toUpperCase() })}
            onClick={() => void saveImage(image, wanted).then((isSaved) => setFailed(!isSaved))}
          >
            <Download aria-hidden size={19} />
          </IconButton>
          {canRefine(image) ? (
            <IconButton label={t('refine')} onClick={() => onRefine(image)}>
              <Wand aria-hidden size={19} />
            </IconButton>
          ) : undefined}
          {canVary(image) ? (
            <IconButton label={t('vary')} onClick={() => onVary(image)}>
              <Images aria-hidden size={19} />
            </IconButton>
          ) : undefined}
          <IconButton label={t('upscale')} onClick={() => onUpscale(image)}>
            <ImageUpscale aria-hidden size={19} />
          </IconButton>
          <IconButton label={t('details')} onClick={() => onDetails(image)}>
            <Info aria-hidden size={19} />
          </IconButton>
        </span>
      </figcaption>
      {hasFailed ? (
        <Notice tone="danger" className="mx-4 mb-3">
          {t('downloadFailed')}
        </Notice>
      ) : undefined}
    </figure>
  );
}
