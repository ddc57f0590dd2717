/** Loaded on demand. */
import type { BackgroundRemoverView, ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useServerData } from '../../../state/server-data.ts';
import { studioStore } from '../studio-store.ts';
import { useObstacle, VersionOption } from './version-choice.tsx';

type BackgroundDialogProps = { readonly image: ImageView; readonly onClose: () => void };

/** Removes the background of an image, in a new version. */
export function BackgroundDialog({ image, onClose }: BackgroundDialogProps): ReactNode {
  const t = useMessages('studio');
  const { body, fault } = useServerData({
    key: ['background-removers', image.id],
    ask: () => call('GET /api/images/{id}/background-removers', undefined, { id: image.id }),
  });
  const [chosen, choose] = useState<string>();
  const removers = body?.removers ?? [];
  const remover = removers.find(({ model }) => model === chosen) ?? removers[0];
  const obstacle = useObstacle(remover, false);
  const send = (): void => {
    if (!remover || obstacle !== undefined) return;
    onClose();
    void studioStore.removeBackground(image.id, { model: remover.model });
  };
  return (
    <Dialog
      title={t('backgroundTitle')}
      closeLabel={t('closeNotice')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!remover || obstacle !== undefined} onClick={send}>
            {remover && remover.credits > 0 ? t('backgroundCost', { count: remover.credits }) : t('backgroundFree')}
          </Button>
        </>
      }
    >
      <img
        src={image.thumbnailUrl}
        alt={t('imageAlt', { prompt: imageTitle(image) })}
        className="max-h-60 w-full rounded-md object-contain"
      />
      <p className="mt-4 text-ink-soft">{t('backgroundResult')}</p>
      <FailureNotice failure={fault} className="mt-4" />
      {body && removers.length === 0 ? <p className="mt-4">{t('backgroundNone')}</p> : undefined}
      {removers.length > 0 ? (
        <fieldset className="mt-4 grid gap-2">
          <legend className="sr-only">{t('model')}</legend>
          {removers.map((one) => (
            <VersionOption
              key={one.model}
              name="background"
              value={one.model}
              checked={one === remover}
              label={nameOf(one, t)}
              price={one}
              onChoose={choose}
            />
          ))}
        </fieldset>
      ) : undefined}
      {remover ? <p className="mt-3 text-ink-soft text-sm">{t(`backgroundNote_${remover.method}`)}</p> : undefined}
      {obstacle === undefined ? undefined : <p className="mt-4 text-danger text-sm">{obstacle}</p>}
    </Dialog>
  );
}

function nameOf({ method, name }: BackgroundRemoverView, t: ReturnType<typeof useMessages<'studio'>>): string {
  return method === 'redraw' ? t('background_redraw') : t('extendModel', { name });
}
