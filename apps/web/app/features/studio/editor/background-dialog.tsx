/** Loaded on demand. */
import type { BackgroundRemoverView, ImageView } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import { studioStore } from '../studio-store.ts';
import { receiversOf } from './editors.ts';
import { useVersionOrder } from './use-version-order.ts';
import { useObstacle, VersionOptions, VersionsFailure } from './version-choice.tsx';
import { VersionDialog } from './version-dialog.tsx';

type BackgroundDialogProps = { readonly image: ImageView; readonly onClose: () => void };

/** Removes the background of an image, in a new version. */
export function BackgroundDialog({ image, onClose }: BackgroundDialogProps): ReactNode {
  const t = useMessages('studio');
  const { body, fault, isReading, read } = useServerData({
    key: ['background-removers', image.id],
    ask: () => call('GET /api/images/{id}/background-removers', undefined, { id: image.id }),
  });
  const [chosen, choose] = useState<string>();
  const removers = body?.removers ?? [];
  const remover = removers.find(({ model }) => model === chosen) ?? removers[0];
  const obstacle = useObstacle(remover, false);
  const { order, isSending, failure } = useVersionOrder(image.id, studioStore.removeBackground, onClose);
  const send = (): void => {
    if (!remover || obstacle !== undefined) return;
    void order({ model: remover.model });
  };
  return (
    <VersionDialog
      title={t('backgroundTitle')}
      action={sendLabel(remover, t)}
      isReady={remover !== undefined && obstacle === undefined}
      isSending={isSending}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <img
        src={image.thumbnailUrl}
        alt={t('imageAlt', { prompt: imageTitle(image) })}
        className="max-h-60 w-full rounded-md object-contain"
      />
      <p className="mt-4 text-ink-soft">{t('backgroundResult')}</p>
      <output className="mt-4 block text-ink-soft text-sm empty:hidden">{isReading ? t('versionsLoading') : ''}</output>
      <VersionsFailure failure={fault} onRetry={read} />
      {body && removers.length === 0 ? <p className="mt-4">{t('backgroundNone')}</p> : undefined}
      {remover ? <Removers removers={removers} chosen={remover} onChoose={choose} /> : undefined}
      {obstacle === undefined ? undefined : <p className="mt-4 text-danger text-sm">{obstacle}</p>}
    </VersionDialog>
  );
}

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

function sendLabel(remover: BackgroundRemoverView | undefined, t: StudioWords): string {
  if (!remover) return t('background');
  return remover.credits > 0 ? t('backgroundCost', { count: remover.credits }) : t('backgroundFree');
}

type RemoversProps = {
  readonly removers: readonly BackgroundRemoverView[];
  readonly chosen: BackgroundRemoverView;
  readonly onChoose: (model: string) => void;
};

function Removers({ removers, chosen, onChoose }: RemoversProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <>
      <fieldset className="mt-4 grid gap-2">
        <legend className="sr-only">{t('model')}</legend>
        <VersionOptions
          name="background"
          options={removers.map((one) => ({ id: one.model, label: nameOf(one, t), price: one }))}
          chosen={chosen.model}
          onChoose={onChoose}
        />
      </fieldset>
      <p className="mt-3 text-ink-soft text-sm">{t(`backgroundNote_${chosen.method}`)}</p>
      {chosen.method === 'model' ? (
        <p className="mt-1 text-ink-soft text-sm">{t('sentTo', { names: receiversOf(triedFor(chosen, removers), locale) })}</p>
      ) : undefined}
    </>
  );
}

/** The chosen remover, and those that replace it if it fails. */
function triedFor(chosen: BackgroundRemoverView, removers: readonly BackgroundRemoverView[]): readonly BackgroundRemoverView[] {
  const others = removers.filter(({ method, credits }) => method === chosen.method && credits <= chosen.credits);
  return [chosen, ...others];
}

function nameOf({ method, name }: BackgroundRemoverView, t: StudioWords): string {
  return method === 'redraw' ? t('background_redraw') : t('extendModel', { name });
}
