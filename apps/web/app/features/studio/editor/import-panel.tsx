import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { ImageUp } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { useCallback, useRef, useState } from 'react';
import { offerPicture } from '../../../document/sharing/offered-picture.ts';
import { askToSignIn } from '../../../session/sign-in-prompt.ts';
import { dragPicture, usePictureDrop } from './use-picture-drop.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** An image of a signed-out visitor, waiting on the device until sign-in. */
export function WaitingPicture({ picture }: { readonly picture: File }) {
  const t = useMessages('studio');
  return (
    <div ref={showInSight} className="mt-6 scroll-mt-24">
      <Notice tone="info">
        <p className="break-words">{t('ownSignIn', { name: picture.name })}</p>
        <span className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" size="sm" onClick={() => askToSignIn('edit')}>
            {t('ownSignInLink')}
          </Button>
          <Button size="sm" onClick={() => offerPicture(undefined)}>
            {t('cancel')}
          </Button>
        </span>
      </Notice>
    </div>
  );
}

/** A ref callback that scrolls to the image, also when it was dropped further down. */
function showInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

type ImportPanelProps = {
  /** Images the converter made in this tab. */
  readonly converted: readonly File[];
};

/** Accepts the user's own image by drop, paste or file chooser. Nothing leaves the device here. */
export function ImportPanel({ converted }: ImportPanelProps) {
  const t = useMessages('studio');
  const input = useRef<HTMLInputElement>(null);
  const dragging = usePictureDrop(offerPicture);
  return (
    <section
      aria-labelledby="own-picture"
      className={classNames(
        'grid grid-cols-1 gap-4 rounded-lg border-2 border-dashed p-4 transition-colors sm:p-5',
        dragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ImageUp aria-hidden size={28} strokeWidth={1.75} className="shrink-0 text-accent max-sm:hidden" />
        <div className="min-w-0 grow basis-60">
          <h2 id="own-picture" className="font-semibold">
            {t('ownTitle')}
          </h2>
          <p className="mt-1 text-ink-soft text-sm">{t(dragging ? 'ownDrop' : 'ownHint')}</p>
        </div>
        <Button className="max-sm:w-full" onClick={() => input.current?.click()}>
          {t('ownChoose')}
        </Button>
        <input
          ref={input}
          data-testid="own-picture"
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={t('ownChoose')}
          onChange={({ target }) => {
            const [picture] = target.files ?? [];
            target.value = ''; // the same file may be chosen again
            if (picture) offerPicture(picture);
          }}
        />
      </div>
      <Converted pictures={converted} />
    </section>
  );
}

/** Images from the converter, to be dragged or clicked. */
function Converted({ pictures }: { readonly pictures: readonly File[] }) {
  const t = useMessages('studio');
  if (pictures.length === 0) return undefined;
  return (
    <div>
      <h3 className="text-ink-soft text-sm">{t('ownConverted')}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {pictures.map((picture) => (
          <li key={`${picture.name}-${picture.size}`}>
            <button
              type="button"
              draggable
              title={picture.name}
              aria-label={t('ownEdit', { name: picture.name })}
              onDragStart={({ dataTransfer }) => dragPicture(dataTransfer, picture)}
              onClick={() => offerPicture(picture)}
              className="block size-16 cursor-pointer overflow-hidden rounded-md border border-line bg-sunken transition-colors hover:border-line-strong"
            >
              <PicturePreview picture={picture} className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PicturePreviewProps = { readonly picture: File; readonly className: string };

/** Shows a local file as an image; renders nothing if the browser cannot decode it. */
export function PicturePreview({ picture, className }: PicturePreviewProps) {
  const [unknown, setUnknown] = useState<File>();
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(picture);
      return () => URL.revokeObjectURL(image.src);
    },
    [picture],
  );
  if (unknown === picture) return undefined;
  return <img ref={show} alt="" draggable={false} className={className} onError={() => setUnknown(picture)} />;
}
