/** Loaded on demand. */
import type { ImageView, VariatorView } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { tierAllows, tierOfCount, VARIATION_COUNTS, type VariationCount } from '@bakkum/studio-options/resolutions';
import { NativeSelect } from '@bakkum/ui/field';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { receiversOf } from './editors.ts';
import { StrengthField, useStrength } from './strength-field.tsx';
import { useVersionOrder } from './use-version-order.ts';
import { isFree, useObstacle, VersionsFailure } from './version-choice.tsx';
import { VersionDialog } from './version-dialog.tsx';

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

type VariationDialogProps = { readonly image: ImageView; readonly state: StudioState; readonly onClose: () => void };

/** Makes new images near this one, as versions. */
export function VariationDialog({ image, state, onClose }: VariationDialogProps): ReactNode {
  const t = useMessages('studio');
  const { variators, variator, choose, fault, isReading, read } = useVariators(image);
  const [count, setCount] = useState<VariationCount>(() => usualCount(state));
  const strength = useStrength(variator?.model, variator?.strength);
  const price = variator && { credits: variator.credits * count };
  const obstacle = useObstacle(price, variators?.some(isFree) ?? false);
  const { order, isSending, failure } = useVersionOrder(image.id, studioStore.vary, onClose);
  const send = (): void => {
    if (!variator || obstacle !== undefined) return;
    void order({ model: variator.model, count, ...(strength.chosen !== undefined && { strength: strength.chosen }) });
  };
  return (
    <VersionDialog
      title={t('varyTitle')}
      action={sendLabel(price?.credits, t)}
      isReady={variator !== undefined && obstacle === undefined}
      isSending={isSending}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <img
        src={image.thumbnailUrl}
        alt={t('imageAlt', { prompt: imageTitle(image) })}
        className="max-h-52 w-full rounded-md object-contain"
      />
      <output className="mt-4 block text-ink-soft text-sm empty:hidden">{isReading ? t('versionsLoading') : ''}</output>
      <VersionsFailure failure={fault} onRetry={read} />
      {variators?.length === 0 ? <p className="mt-4">{t('varyNone')}</p> : undefined}
      {variator ? (
        <div className="mt-4 grid gap-5">
          <ModelSelect image={image} variators={variators ?? []} chosen={variator} onChoose={choose}>
            <Receivers
              chosen={variator}
              others={(variators ?? []).filter((one) => strength.chosen === undefined || one.strength !== undefined)}
              state={state}
            />
          </ModelSelect>
          <StrengthField strength={strength} />
          <CountSelect count={count} state={state} onChange={setCount} />
        </div>
      ) : undefined}
      {obstacle === undefined ? undefined : <p className="mt-4 text-danger text-sm">{obstacle}</p>}
    </VersionDialog>
  );
}

function useVariators({ id }: ImageView) {
  const { body, fault, isReading, read } = useServerData({
    key: ['variators', id],
    ask: () => call('GET /api/images/{id}/variators', undefined, { id }),
  });
  const [chosen, choose] = useState<string>();
  const variators = body?.variators;
  const variator = variators?.find(({ model }) => model === chosen) ?? variators?.[0];
  return { variators, variator, choose, fault, isReading, read };
}

function sendLabel(credits: number | undefined, t: StudioWords): string {
  if (credits === undefined) return t('vary');
  return credits > 0 ? t('varyCost', { count: credits }) : t('varyFree');
}

/** Two where the plan includes several images: more than one shows how they differ. */
function usualCount({ studio }: StudioState): VariationCount {
  return tierAllows(studio?.tier ?? 'free', tierOfCount(2)) ? 2 : 1;
}

type CountSelectProps = {
  readonly count: VariationCount;
  readonly state: StudioState;
  readonly onChange: (count: VariationCount) => void;
};

function CountSelect({ count, state, onChange }: CountSelectProps) {
  const t = useMessages('studio');
  const tier = state.studio?.tier ?? 'free';
  return (
    <NativeSelect
      label={t('varyCount')}
      value={count}
      onChange={({ target }) => onChange(VARIATION_COUNTS.find((one) => String(one) === target.value) ?? 1)}
    >
      {VARIATION_COUNTS.map((one) => (
        <option key={one} value={one} disabled={!tierAllows(tier, tierOfCount(one))}>
          {t(tierOfCount(one) === 'free' ? 'batchImages' : 'batchPremium', { count: one })}
        </option>
      ))}
    </NativeSelect>
  );
}

type ModelSelectProps = {
  readonly image: ImageView;
  readonly variators: readonly VariatorView[];
  readonly chosen: VariatorView;
  readonly onChoose: (model: string) => void;
  /** Which services receive the image. */
  readonly children: ReactNode;
};

function ModelSelect({ image, variators, chosen, onChoose, children }: ModelSelectProps) {
  const t = useMessages('studio');
  const size = t('varySize', { size: `${chosen.width} × ${chosen.height}` });
  return (
    <div className="text-ink-soft text-sm">
      {variators.length > 1 ? (
        <NativeSelect
          label={t('model')}
          value={chosen.model}
          onChange={({ target }) => onChoose(target.value)}
          className="text-ink"
        >
          {variators.map((one) => (
            <option key={one.model} value={one.model}>
              {`${nameOf(one, t)} · ${one.credits > 0 ? t('varyEach', { count: one.credits }) : t('designFree')}`}
            </option>
          ))}
        </NativeSelect>
      ) : undefined}
      <p className="mt-2 tabular">{`${t(`varyNote_${chosen.method}`)} ${size}`}</p>
      {chosen.method === 'model' ? (
        <p className="mt-1">
          {children}
          {image.transparent ? ` ${t('sentOnWhite')}` : undefined}
        </p>
      ) : undefined}
    </div>
  );
}

type ReceiversProps = {
  readonly chosen: VariatorView;
  /** The models that replace it if it fails, and others. */
  readonly others: readonly VariatorView[];
  readonly state: StudioState;
};

/** Which services receive the image: the chosen one, and those that replace it if it fails. */
function Receivers({ chosen, others, state }: ReceiversProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  const asking = new Set(state.studio?.models.flatMap(({ id, needsConsent }) => (needsConsent ? id : [])));
  const replacing = others.filter(({ method, model }) => method === 'model' && !asking.has(model));
  return t('sentTo', { names: receiversOf([chosen, ...replacing], locale) });
}

function nameOf({ method, name, serviceName }: VariatorView, t: StudioWords): string {
  if (method === 'redraw') return t('vary_redraw');
  return name === serviceName ? name : `${name} · ${serviceName}`;
}
