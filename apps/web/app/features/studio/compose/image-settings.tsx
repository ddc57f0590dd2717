import { useMessages } from '@bakkum/i18n/react';
import type { OfferedSize } from '@bakkum/studio-options/prices';
import {
  ASPECT_RATIOS,
  type AspectRatio,
  RESOLUTIONS,
  resolutionById,
  type Tier,
  tierAllows,
} from '@bakkum/studio-options/resolutions';
import { Badge } from '@bakkum/ui/badge';
import { classNames } from '@bakkum/ui/class-names';
import { NativeSelect } from '@bakkum/ui/field';
import { useSite } from '../../../document/use-site.ts';
import { ModelOptions } from '../model-options.tsx';
import type { StudioState } from '../studio-state.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import { type Draft, withOfferedSize, withRatio } from './draft.ts';
import { askedModels, readersOf, sizesOf } from './models.ts';
import { StylePicker } from './style-picker.tsx';
import type { DraftControl } from './use-draft.ts';
import { isFree } from './use-order.ts';

type ImageSettingsProps = { readonly control: DraftControl; readonly state: StudioState };

/** Style, model, aspect ratio and resolution of the order. */
export function ImageSettings({ control, state }: ImageSettingsProps) {
  const { imageServices } = useSite();
  const sizes = useOfferedSizes(control.draft, state);
  const priced = imageServices === true && !isFree(control.draft, state);
  return (
    <div className="grid grid-cols-1 gap-8">
      {imageServices ? <StylePicker control={control} /> : undefined}
      <ModelSelect control={control} state={state} />
      <RatioPicker control={control} sizes={sizes} />
      <ResolutionPicker control={control} sizes={sizes} tier={state.studio?.tier} priced={priced} />
      <AdvancedSettings control={control} state={state} />
    </div>
  );
}

const CHOICE_CLASS =
  'relative flex cursor-pointer rounded-md border border-line bg-surface transition-colors hover:border-line-strong ' +
  'has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2';

/** Sizes of the models that may draw this draft. Until they are known, those that the site draws; designs have every size. */
function useOfferedSizes(draft: Draft, { studio }: StudioState): readonly OfferedSize[] {
  const { imageSizes = RESOLUTIONS } = useSite();
  if (!studio) return imageSizes;
  const asked = askedModels(studio, draft);
  const readers = readersOf(studio, draft);
  return sizesOf(readers.length > 0 ? readers : asked);
}

/** The model to try first, where there is a choice. */
function ModelSelect({ control: { draft, change }, state: { studio } }: ImageSettingsProps) {
  const t = useMessages('studio');
  const { models = [] } = studio ?? {};
  if (models.length < 2) return undefined;
  const chosen = models.find(({ id }) => id === draft.model);
  const hints = [
    ...(chosen?.languages.includes('ko') === false ? [t('modelEnglish')] : []),
    ...(askedModels({ models }, draft)[0]?.livePreview ? [t('modelPreview')] : []),
  ];
  return (
    <NativeSelect
      label={t('model')}
      hint={hints.join(' ') || undefined}
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const next = { ...draft, model: target.value };
        change(withOfferedSize(next, sizesOf(askedModels({ models }, next))));
      }}
    >
      <ModelOptions models={models} />
    </NativeSelect>
  );
}

type RatioPickerProps = { readonly control: DraftControl; readonly sizes: readonly OfferedSize[] };

/** Ratios without a size that can be drawn are disabled. */
function RatioPicker({ control: { draft, change }, sizes }: RatioPickerProps) {
  const t = useMessages('studio');
  const drawn = new Set(sizes.map(({ id }) => resolutionById(id).aspectRatio));
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('ratio')}</legend>
      <div className="grid grid-cols-5 gap-1.5">
        {ASPECT_RATIOS.map((ratio) => (
          <label
            key={ratio}
            title={t(`ratio_${ratio}`)}
            className={classNames(CHOICE_CLASS, 'min-h-16 flex-col items-center justify-center gap-1 py-2')}
          >
            <input
              type="radio"
              name="ratio"
              value={ratio}
              checked={draft.aspectRatio === ratio}
              disabled={!drawn.has(ratio)}
              onChange={() => change(withOfferedSize(withRatio(draft, ratio), sizes))}
              className="sr-only"
            />
            <Shape ratio={ratio} />
            <span className="sr-only">{t(`ratio_${ratio}`)}</span>
            <span className="text-sm tabular">{ratio}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Draws the aspect ratio to scale. Uses attributes, because the security policy forbids inline styles. */
function Shape({ ratio }: { readonly ratio: AspectRatio }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const unit = 22 / Math.max(across, down);
  const [width, height] = [across * unit, down * unit];
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0 text-ink-faint">
      <rect
        x={12 - width / 2}
        y={12 - height / 2}
        width={width}
        height={height}
        rx={3}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
      />
    </svg>
  );
}

type ResolutionPickerProps = {
  readonly control: DraftControl;
  readonly sizes: readonly OfferedSize[];
  readonly tier: Tier | undefined;
  /** Designs are free. */
  readonly priced: boolean;
};

/**
 * Resolutions of the chosen ratio that are drawn without enlargement. Those the plan does not include are visible but disabled; signed-out visitors see them as a
 * free account would.
 */
function ResolutionPicker({ control: { draft, change }, sizes, tier = 'free', priced }: ResolutionPickerProps) {
  const t = useMessages('studio');
  const offered = sizes.map(({ id, credits }) => ({ ...resolutionById(id), credits }));
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('resolution')}</legend>
      <div className="grid gap-2 @md:grid-cols-2">
        {offered
          .filter(({ aspectRatio }) => aspectRatio === draft.aspectRatio)
          .map((one) => {
            const allowed = tierAllows(tier, one.tier);
            return (
              <label key={one.id} className={classNames(CHOICE_CLASS, 'min-h-12 items-center justify-between gap-3 px-3 py-1.5')}>
                <span className="flex min-w-0 items-center gap-3">
                  <input
                    type="radio"
                    name="resolution"
                    value={one.id}
                    checked={draft.resolution === one.id}
                    disabled={!allowed}
                    onChange={() => change({ resolution: one.id })}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0">
                    <span className={classNames('block font-medium tabular', !allowed && 'text-ink-faint')}>
                      {`${one.width} × ${one.height}`}
                    </span>
                    <span className="block text-ink-faint text-sm tabular">
                      {priced ? t('credits', { count: one.credits }) : t('designFree')}
                    </span>
                  </span>
                </span>
                {one.tier === 'free' ? undefined : (
                  <Badge tone={allowed ? 'accent' : 'neutral'}>{t(one.tier === 'annual' ? 'annual' : 'premium')}</Badge>
                )}
              </label>
            );
          })}
      </div>
    </fieldset>
  );
}
