import type { OptionsSchema, OptionValue, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useId } from 'react';

type QualitySliderProps = {
  readonly schema: OptionsSchema;
  readonly values: OptionValues;
  readonly isDisabled: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
};

/** Returns whether a conversion has a quality that a slider can choose. */
export function hasQuality(schema: OptionsSchema): boolean {
  return schema['quality']?.kind === 'choice';
}

/** The named qualities as a slider, the best one on the right. */
export function QualitySlider({ schema, values, isDisabled, onChange }: QualitySliderProps): ReactNode {
  const t = useMessages('conversion');
  const id = useId();
  const field = schema['quality'];
  if (field?.kind !== 'choice') return undefined;
  const chosen = String(values['quality'] ?? field.default);
  const max = field.values.length - 1;
  const name = t.lookup(`value_quality_${chosen}`) ?? t.lookup(`value_${chosen}`) ?? chosen;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {t('option_quality')}
        </label>
        <output htmlFor={id} className="font-semibold text-sm">
          {name}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={1}
        value={max - field.values.indexOf(chosen)}
        disabled={isDisabled}
        aria-valuetext={name}
        onChange={({ target }) => onChange('quality', field.values[max - Number(target.value)] ?? chosen)}
        className="h-9 w-full cursor-pointer accent-accent disabled:cursor-not-allowed"
      />
      <div aria-hidden className="-mt-1 flex justify-between text-ink-faint text-xs">
        <span>{t('qualitySmaller')}</span>
        <span>{t('qualityBetter')}</span>
      </div>
    </div>
  );
}
