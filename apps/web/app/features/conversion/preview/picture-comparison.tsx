import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { ChevronsLeftRight } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useBlobSource } from './blob-source.ts';
import type { Side } from './showing.ts';

type Size = { readonly width: number; readonly height: number };

/** `shown` is what can be displayed of a side: the file itself or an image of it. */
type ShownSide = Side & { readonly shown: Blob };

type PictureComparisonProps = { readonly before: ShownSide; readonly after: ShownSide };

/** Both images on top of each other, with a divider that follows the pointer or the arrow keys. */
export function PictureComparison({ before, after }: PictureComparisonProps): ReactNode {
  const t = useMessages('conversion');
  const [percent, setPercent] = useState(50);
  const [sizes, setSizes] = useState<{ readonly before?: Size; readonly after?: Size }>({});
  const [failed, setFailed] = useState<string>();
  const { width, height } = sizes.after ?? { width: 3, height: 2 };
  if (failed) return <Notice tone="info">{t('cannotShow', { format: failed })}</Notice>;
  return (
    <>
      <div
        className="checkered relative mx-auto max-h-[60dvh] max-w-full overflow-hidden rounded-md"
        style={{ aspectRatio: width / height }}
      >
        <input
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-label={t('divider')}
          aria-valuetext={t('dividerAt', { percent })}
          onChange={(event) => setPercent(Number(event.target.value))}
          className="peer absolute inset-0 z-10 size-full cursor-ew-resize opacity-0"
        />
        <ShownPicture
          picture={after}
          label={t('after')}
          clip={`inset(0 0 0 ${percent}%)`}
          onSize={(size) => setSizes((known) => ({ ...known, after: size }))}
          onFailure={setFailed}
        />
        <ShownPicture
          picture={before}
          label={t('before')}
          clip={`inset(0 ${100 - percent}% 0 0)`}
          onSize={(size) => setSizes((known) => ({ ...known, before: size }))}
          onFailure={setFailed}
        />
        <Divider percent={percent} />
      </div>
      <dl className="mt-4 grid gap-2 text-sm tabular sm:grid-cols-2">
        <Caption term={t('before')} picture={before} size={sizes.before} />
        <Caption term={t('after')} picture={after} size={sizes.after} end />
      </dl>
    </>
  );
}

type ShownPictureProps = {
  readonly picture: ShownSide;
  readonly label: string;
  readonly clip: string;
  readonly onSize: (size: Size) => void;
  readonly onFailure: (format: string) => void;
};

function ShownPicture({ picture, label, clip, onSize, onFailure }: ShownPictureProps): ReactNode {
  const source = useBlobSource<HTMLImageElement>(picture.shown, picture.showing?.mediaType);
  return (
    <img
      ref={source}
      alt={`${label}: ${picture.format}`}
      draggable={false}
      style={{ clipPath: clip }}
      className="absolute inset-0 size-full object-contain"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize({ width: naturalWidth, height: naturalHeight })}
      onError={() => onFailure(picture.format)}
    />
  );
}

function Divider({ percent }: { readonly percent: number }): ReactNode {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      style={{ left: `${percent}%` }}
    >
      <span className="absolute top-1/2 left-1/2 flex size-9 -translate-1/2 items-center justify-center rounded-full border border-line bg-surface text-accent shadow-raised">
        <ChevronsLeftRight size={18} />
      </span>
    </div>
  );
}

type CaptionProps = {
  readonly term: string;
  readonly picture: Side;
  readonly size: Size | undefined;
  readonly end?: boolean;
};

function Caption({ term, picture, size, end = false }: CaptionProps): ReactNode {
  const locale = useLocale();
  const facts = [
    picture.format,
    formatBytes(locale, picture.blob.size),
    ...(size && !picture.make && picture.showing?.mediaType !== 'image/svg+xml' ? [`${size.width} × ${size.height}`] : []),
  ];
  return (
    <div className={end ? 'flex gap-2 sm:justify-end' : 'flex gap-2'}>
      <dt className="font-semibold">{term}</dt>
      <dd className="text-ink-soft">{facts.join(' · ')}</dd>
    </div>
  );
}
