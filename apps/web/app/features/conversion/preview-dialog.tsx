/** Source and result beside each other, as this browser shows them. Loaded when first asked for. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Dialog } from '@bakkum/ui/dialog';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useBlobSource } from './blob-source.ts';
import { PictureComparison } from './picture-comparison.tsx';
import type { Side } from './showing.ts';

type PreviewDialogProps = {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  readonly onClose: () => void;
};

export function PreviewDialog({ name, before, after, onClose }: PreviewDialogProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <Dialog title={name} closeLabel={t('closeNotice')} isOpen onClose={onClose} wide>
      {after.showing?.kind === 'picture' ? (
        <PictureComparison before={before} after={after} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <Player title={t('before')} side={before} />
          <Player title={t('after')} side={after} />
        </div>
      )}
    </Dialog>
  );
}

type PlayerProps = { readonly title: string; readonly side: Side };

function Player({ title, side }: PlayerProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const [failed, setFailed] = useState(false);
  const kind = failed ? undefined : side.showing?.kind;
  const source = useBlobSource<HTMLMediaElement>(side.blob, side.showing?.mediaType);
  const label = `${title}: ${side.format}`;
  return (
    <section aria-label={label}>
      <p className="mb-2 text-sm tabular">
        <span className="font-semibold">{title}</span>
        {` · ${side.format} · ${formatBytes(locale, side.blob.size)}`}
      </p>
      {kind === 'sound' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor's own file; captions are inside it or nowhere
        <audio controls preload="metadata" ref={source} onError={() => setFailed(true)} className="w-full" />
      ) : undefined}
      {kind === 'film' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
        <video
          controls
          preload="metadata"
          ref={source}
          onError={() => setFailed(true)}
          className="max-h-[60dvh] w-full rounded-md bg-sunken"
        />
      ) : undefined}
      {kind === undefined ? <Notice tone="info">{t('cannotPlay', { format: side.format })}</Notice> : undefined}
    </section>
  );
}
