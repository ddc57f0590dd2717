import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import type { Edit } from '../image-edit/edited-view.ts';
import type { Side } from './showing.ts';
import type { Size } from './view-frame.ts';
import { type ShownSide, type Sizes, ZoomComparison } from './zoom-comparison.tsx';

type PictureComparisonProps = { readonly before: ShownSide; readonly after: ShownSide; readonly edit: Edit };

/** Both images on top of each other, with their facts below. */
export function PictureComparison({ before, after, edit }: PictureComparisonProps): ReactNode {
  const t = useMessages('conversion');
  const [sizes, setSizes] = useState<Sizes>({});
  const [failed, setFailed] = useState<string>();
  if (failed) return <Notice tone="info">{t('cannotShow', { format: failed })}</Notice>;
  return (
    <>
      <ZoomComparison
        before={before}
        after={after}
        edit={edit}
        onSizes={setSizes}
        onFailure={setFailed}
        className="h-[min(60dvh,40rem)] rounded-md"
      />
      <dl className="mt-4 grid gap-2 text-sm tabular sm:grid-cols-2">
        <Caption term={t('before')} picture={before} size={sizes.before} />
        <Caption term={t('after')} picture={after} size={sizes.after} end />
      </dl>
    </>
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
