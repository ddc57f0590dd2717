/** Loaded on demand. */
import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useServerData } from '../../../state/server-data.ts';
import { ShareLinkField } from '../../../workbench/share-link-field.tsx';

type ShareDialogProps = { readonly image: ImageView; readonly onClose: () => void };

/** Creates and ends the link with which anyone can see an image. */
export function ShareDialog({ image, onClose }: ShareDialogProps): ReactNode {
  const t = useMessages('studio');
  const { share, isKnown, hasEnded, busy, failure, create, end } = useShare(image.id);
  const place = useRef<HTMLDivElement>(null);
  // The pressed button disappears. Without focus, the dialog would not receive Escape.
  const withFocus = (work: () => Promise<void>) => (): void => void work().then(() => place.current?.focus());
  return (
    <Dialog title={t('shareTitle')} closeLabel={t('closeNotice')} isOpen onClose={onClose}>
      <img
        src={image.thumbnailUrl}
        alt={t('imageAlt', { prompt: imageTitle(image) })}
        className="max-h-56 w-full rounded-md object-contain"
      />
      <p className="mt-4 text-ink-soft">{t('shareNote')}</p>
      <FailureNotice failure={failure} className="mt-4" />
      <div ref={place} tabIndex={-1} className="mt-4 min-h-11 outline-none">
        {share ? (
          <div className="grid gap-3">
            <ShareLinkField
              path={`/shared-image/${share.id}`}
              words={{ copy: t('shareCopy'), copied: t('copied'), end: t('shareEnd') }}
              busy={busy}
              onEnd={withFocus(end)}
            />
          </div>
        ) : undefined}
        {isKnown && !share ? (
          <Button variant="primary" disabled={busy} onClick={withFocus(create)}>
            {t('shareMake')}
          </Button>
        ) : undefined}
      </div>
      <output className="mt-3 block text-ink-soft text-sm empty:hidden">{hasEnded ? t('shareEnded') : ''}</output>
    </Dialog>
  );
}

/** The link of an image, and what creates and ends it. */
function useShare(id: string) {
  const { body, fault, change } = useServerData({
    key: ['image-share', id],
    ask: () => call('GET /api/images/{id}/share', undefined, { id }),
  });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const [hasEnded, setEnded] = useState(false);
  const create = async (): Promise<void> => {
    setBusy(true);
    const answer = await call('POST /api/images/{id}/share', undefined, { id });
    if (answer.ok) change(() => answer.body);
    setRefused(answer.ok ? undefined : answer.failure);
    setEnded(false);
    setBusy(false);
  };
  const end = async (): Promise<void> => {
    setBusy(true);
    const answer = await call('DELETE /api/images/{id}/share', undefined, { id });
    // Not found: it ended in another window.
    const isGone = answer.ok || answer.failure.code === 'not-found';
    if (isGone) change(() => ({}));
    setRefused(isGone ? undefined : answer.failure);
    setEnded(isGone);
    setBusy(false);
  };
  return {
    share: body?.share,
    isKnown: body !== undefined,
    hasEnded,
    busy,
    failure: refused ?? fault,
    create,
    end,
  };
}
