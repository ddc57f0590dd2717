import { useMessages } from '@bakkum/i18n/react';
import { DOWNLOAD_FORMATS, MAX_SEED, NEGATIVE_PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import { BATCH_SIZES, tierAllows } from '@bakkum/studio-options/resolutions';
import { Disclosure } from '@bakkum/ui/disclosure';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { Switch } from '@bakkum/ui/switch';
import { useSite } from '../../../document/use-site.ts';
import type { StudioState } from '../studio-state.ts';
import type { Draft } from './draft.ts';
import { askedModels } from './models.ts';
import type { DraftControl } from './use-draft.ts';

type AdvancedSettingsProps = { readonly control: DraftControl; readonly state: StudioState };

/** Settings that most orders leave unchanged. */
export function AdvancedSettings({ control, state }: AdvancedSettingsProps) {
  const t = useMessages('studio');
  const { draft, change } = control;
  const { imageServices } = useSite();
  return (
    <Disclosure title={t('advanced')}>
      <div className="mt-3 grid gap-5 @md:grid-cols-2">
        <NativeSelect
          label={t('format')}
          value={draft.format}
          onChange={({ target }) => change({ format: DOWNLOAD_FORMATS.find((one) => one === target.value) ?? 'png' })}
        >
          {DOWNLOAD_FORMATS.map((format) => (
            <option key={format} value={format}>
              {t(`format_${format}`)}
            </option>
          ))}
        </NativeSelect>
        <BatchSelect draft={draft} change={change} state={state} />
        {imageServices ? (
          <TextField
            label={t('negative')}
            hint={state.studio && !takesNegative(state, draft) ? t('negativeFolded') : t('negativeHint')}
            value={draft.negativePrompt}
            maxLength={NEGATIVE_PROMPT_LENGTH}
            onChange={({ target }) => change({ negativePrompt: target.value })}
          />
        ) : undefined}
        <TextField
          label={t('seed')}
          hint={t(imageServices ? 'seedHint' : 'designSeedHint')}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={10}
          value={draft.seed}
          onChange={({ target }) => change({ seed: seedOf(target.value) })}
        />
        <BoardSelect draft={draft} change={change} state={state} />
      </div>
      <Switch
        label={t('recipe')}
        checked={draft.recipe}
        onChange={({ target }) => change({ recipe: target.checked })}
        className="mt-4"
      />
    </Disclosure>
  );
}

type ChoiceProps = DraftControl & { readonly state: StudioState };

function BatchSelect({ draft, change, state }: ChoiceProps) {
  const t = useMessages('studio');
  const tier = state.studio?.tier ?? 'free';
  return (
    <NativeSelect
      label={t('batch')}
      value={draft.count}
      onChange={({ target }) => change({ count: BATCH_SIZES.find(({ count }) => String(count) === target.value)?.count ?? 1 })}
    >
      {BATCH_SIZES.map(({ count, tier: needed }) => (
        <option key={count} value={count} disabled={!tierAllows(tier, needed)}>
          {t(needed === 'free' ? 'batchImages' : needed === 'premium' ? 'batchPremium' : 'batchAnnual', { count })}
        </option>
      ))}
    </NativeSelect>
  );
}

function BoardSelect({ draft, change, state: { boards } }: ChoiceProps) {
  const t = useMessages('studio');
  if (boards.length === 0) return undefined;
  return (
    <NativeSelect label={t('board')} value={draft.board} onChange={({ target }) => change({ board: target.value })}>
      <option value="">{t('boardNone')}</option>
      {boards.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Returns whether the preferred model supports a negative prompt. */
function takesNegative({ studio }: StudioState, draft: Draft): boolean {
  const model = studio && askedModels(studio, draft)[0];
  return model?.negativePrompt ?? true;
}

/** Returns digits that every service accepts as a seed. */
function seedOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits === '' ? '' : String(Math.min(Number(digits), MAX_SEED));
}
