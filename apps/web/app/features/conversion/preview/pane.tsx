import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useBlobSource } from './blob-source.ts';
import type { Side } from './showing.ts';
import { TableExcerpt, TextExcerpt } from './text-excerpt.tsx';
import { useShown } from './use-shown.ts';

export function Waiting(): ReactNode {
  const t = useMessages('conversion');
  return <p className="grid min-h-48 place-items-center rounded-md bg-sunken text-ink-soft">{t('makingPreview')}</p>;
}

type PaneProps = { readonly title: string; readonly side: Side };

/** A side with its caption: an image, a player, or the beginning of a text or table. */
export function Pane({ title, side }: PaneProps): ReactNode {
  const locale = useLocale();
  return (
    <section aria-label={`${title}: ${side.format}`} className="min-w-0">
      <p className="mb-2 text-sm tabular">
        <span className="font-semibold">{title}</span>
        {` · ${side.format} · ${formatBytes(locale, side.blob.size)}`}
      </p>
      <Content side={side} />
    </section>
  );
}

function Content({ side }: { readonly side: Side }): ReactNode {
  const t = useMessages('conversion');
  const shown = useShown(side);
  const [broken, setBroken] = useState(false);
  const kind = broken || shown === 'failed' ? undefined : side.showing?.kind;
  if (kind === undefined || shown === 'failed') return <Notice tone="info">{t('cannotPlay', { format: side.format })}</Notice>;
  if (!shown) return <Waiting />;
  const given = { blob: shown, mediaType: side.showing?.mediaType, onFailure: () => setBroken(true) };
  switch (kind) {
    case 'text':
      return <TextExcerpt blob={shown} />;
    case 'table':
      return <TableExcerpt blob={shown} />;
    case 'picture':
      return <ImageSide {...given} label={side.format} />;
    case 'sound':
      return <Sound {...given} />;
    case 'film':
      return <Film {...given} />;
  }
}

type Given = { readonly blob: Blob; readonly mediaType: string | undefined; readonly onFailure: () => void };

function ImageSide({ blob, mediaType, onFailure, label }: Given & { readonly label: string }): ReactNode {
  const source = useBlobSource<HTMLImageElement>(blob, mediaType);
  return <img ref={source} alt={label} onError={onFailure} className="checkered mx-auto max-h-[60dvh] max-w-full rounded-md" />;
}

function Sound({ blob, mediaType, onFailure }: Given): ReactNode {
  const source = useBlobSource<HTMLMediaElement>(blob, mediaType);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor's own file; captions are inside it or nowhere
  return <audio controls preload="metadata" ref={source} onError={onFailure} className="w-full" />;
}

function Film({ blob, mediaType, onFailure }: Given): ReactNode {
  const source = useBlobSource<HTMLMediaElement>(blob, mediaType);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
    <video controls preload="metadata" ref={source} onError={onFailure} className="max-h-[60dvh] w-full rounded-md bg-sunken" />
  );
}
