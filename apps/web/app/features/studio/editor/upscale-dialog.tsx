/** Loaded on demand. */
import type { ImageView, UpscalerView } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import { studioStore } from '../studio-store.ts';
import { receiversOf } from './editors.ts';
import { useVersionOrder } from './use-version-order.ts';
import { isFree, useObstacle, VersionOptions, VersionsFailure } from './version-choice.tsx';
import { VersionDialog } from './version-dialog.tsx';

type Size = UpscalerView['sizes'][number];
type Way = { readonly upscaler: UpscalerView; readonly size: Size };

type UpscaleDialogProps = { readonly image: ImageView; readonly onClose: () => void };

/** Offers every way to enlarge an image, with what it does to the image, its size and its price. */
export function UpscaleDialog({ image, onClose }: UpscaleDialogProps): ReactNode {
  const t = useMessages('studio');
  const locale = useLocale();
  const { body, fault, read } = useServerData({
    key: ['upscalers', image.id],
    ask: () => call('GET /api/images/{id}/upscalers', undefined, { id: image.id }),
  });
  const [chosen, choose] = useState<string>();
  const ways = (body?.upscalers ?? []).flatMap((upscaler) => upscaler.sizes.map((size) => ({ upscaler, size })));
  const services = (body?.upscalers ?? []).filter(({ method }) => method === 'model');
  const way = ways.find((one) => idOf(one) === chosen) ?? usualWay(ways);
  const obstacle = useObstacle(
    way?.size,
    ways.some(({ size }) => isFree(size)),
  );
  const { order, isSending, failure } = useVersionOrder(image.id, studioStore.upscale, onClose);
  const send = (): void => {
    if (!way || obstacle !== undefined) return;
    void order({ model: way.upscaler.model, factor: way.size.factor });
  };
  return (
    <VersionDialog
      title={t('upscaleTitle')}
      action={sendLabel(way, t)}
      isReady={way !== undefined && obstacle === undefined}
      isSending={isSending}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-ink-soft tabular">{t('upscaleFrom', { size: `${image.width} × ${image.height}` })}</p>
      <VersionsFailure failure={fault} onRetry={read} />
      {body && ways.length === 0 ? <p className="mt-4">{t('upscaleNone')}</p> : undefined}
      {(body?.upscalers ?? []).map((upscaler) => (
        <Upscaler key={upscaler.model + upscaler.method} upscaler={upscaler} chosen={way} onChoose={choose} />
      ))}
      {way?.upscaler.method === 'model' ? (
        <p className="mt-4 text-ink-soft text-sm">{t('sentTo', { names: receiversOf(services, locale) })}</p>
      ) : undefined}
      {obstacle === undefined ? undefined : <p className="mt-4 text-danger text-sm">{obstacle}</p>}
    </VersionDialog>
  );
}

function sendLabel(way: Way | undefined, t: ReturnType<typeof useMessages<'studio'>>): string {
  if (!way) return t('upscale');
  return way.size.credits > 0 ? t('upscaleCost', { count: way.size.credits }) : t('upscaleFree');
}

/** A way within the plan, and a free one if there is any. */
function usualWay(ways: readonly Way[]): Way | undefined {
  const within = ways.filter(({ size }) => size.needs === undefined);
  return within.find(({ size }) => isFree(size)) ?? within[0];
}

function idOf({ upscaler: { model, method }, size: { factor } }: Way): string {
  return `${method} ${model} ${factor}`;
}

type UpscalerProps = {
  readonly upscaler: UpscalerView;
  readonly chosen: Way | undefined;
  readonly onChoose: (id: string) => void;
};

function Upscaler({ upscaler, chosen, onChoose }: UpscalerProps) {
  const t = useMessages('studio');
  const { method, name, sizes } = upscaler;
  return (
    <fieldset className="mt-5">
      <legend className="font-semibold">{method === 'model' ? t('upscaleModel', { name }) : t(`upscale_${method}`)}</legend>
      <p className="mt-1 text-ink-soft text-sm">{t(`upscaleNote_${method}`)}</p>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        <VersionOptions
          name="upscale"
          options={sizes.map((size) => ({
            id: idOf({ upscaler, size }),
            label: `${size.factor}× · ${size.width} × ${size.height}`,
            price: size,
          }))}
          chosen={chosen && idOf(chosen)}
          onChoose={onChoose}
        />
      </div>
    </fieldset>
  );
}
