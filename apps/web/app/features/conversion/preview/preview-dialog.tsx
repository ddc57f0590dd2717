/** Source and result side by side, as this browser displays them. Loaded on demand. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Dialog } from '@bakkum/ui/dialog';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { useBlobSource } from './blob-source.ts';
import { PictureComparison } from './picture-comparison.tsx';
import { QualityChoice, type QualityTrial } from './quality-choice.tsx';
import type { Side } from './showing.ts';
import { TableExcerpt, TextExcerpt } from './text-excerpt.tsx';

type PreviewDialogProps = {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  /** For images with a quality setting. */
  readonly trial?: QualityTrial | undefined;
  readonly onClose: () => void;
};

export function PreviewDialog({ name, before, after, trial, onClose }: PreviewDialogProps): ReactNode {
  const t = useMessages('conversion');
  const [tried, setTried] = useState<Blob>();
  const result = tried ? { ...after, blob: tried } : after;
  const areBothPictures = before.showing?.kind === 'picture' && after.showing?.kind === 'picture';
  return (
    <Dialog title={name} closeLabel={t('closeNotice')} isOpen onClose={onClose} wide>
      {areBothPictures ? (
        <Pictures before={before} after={result} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <Pane title={t('before')} side={before} />
          <Pane title={t('after')} side={result} />
        </div>
      )}
      {trial && areBothPictures ? <QualityChoice trial={trial} onTry={setTried} onClose={onClose} /> : undefined}
    </Dialog>
  );
}

type Shown = Blob | 'failed' | undefined;

/** What is shown of a side; undefined while it is made. */
function useShown({ blob, make }: Side): Shown {
  const [made, setMade] = useState<{ readonly of: Blob; readonly shown: Blob | 'failed' }>();
  useEffect(() => {
    if (!make) return undefined;
    const controller = new AbortController();
    void make(controller.signal).then((shown) => {
      if (!controller.signal.aborted) setMade({ of: blob, shown: shown ?? 'failed' });
    });
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the maker changes with every render, but not for a given blob
  }, [blob]);
  if (!make) return blob;
  return made?.of === blob ? made.shown : undefined;
}

function Pictures({ before, after }: { readonly before: Side; readonly after: Side }): ReactNode {
  const t = useMessages('conversion');
  const [left, right] = [useShown(before), useShown(after)];
  const failed = left === 'failed' ? before : right === 'failed' ? after : undefined;
  if (failed) return <Notice tone="info">{t('cannotShow', { format: failed.format })}</Notice>;
  if (!(left instanceof Blob) || !(right instanceof Blob)) return <Waiting />;
  return <PictureComparison before={{ ...before, shown: left }} after={{ ...after, shown: right }} />;
}

function Waiting(): ReactNode {
  const t = useMessages('conversion');
  return <p className="grid min-h-48 place-items-center rounded-md bg-sunken text-ink-soft">{t('makingPreview')}</p>;
}

type PaneProps = { readonly title: string; readonly side: Side };

function Pane({ title, side }: PaneProps): ReactNode {
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
