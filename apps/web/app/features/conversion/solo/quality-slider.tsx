import type { OptionField, OptionsSchema, OptionValue, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useId } from 'react';

type QualitySliderProps = {
  readonly schema: OptionsSchema;
  readonly values: OptionValues;
  readonly isDisabled: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
};

type QualityField = Extract<OptionField, { readonly kind: 'choice' }>;

/** Returns whether a conversion has a quality that a slider can choose. */
export function hasQuality(schema: OptionsSchema): boolean {
  return schema['quality']?.kind === 'choice';
}

/** The quality as a slider: through every level where the encoder has them, otherwise through its named choices. */
export function QualitySlider({ schema, values, isDisabled, onChange }: QualitySliderProps): ReactNode {
  const t = useMessages('conversion');
  const id = useId();
  const { quality: field, qualityLevel: fine } = schema;
  if (field?.kind !== 'choice') return undefined;
  const named = String(values['quality'] ?? field.default);
  const nameOf = (value: string): string => t.lookup(`value_quality_${value}`) ?? t.lookup(`value_${value}`) ?? value;
  const level = fine?.kind === 'number' ? (values['qualityLevel'] ?? field.numbers?.[named]) : undefined;
  const scale =
    fine?.kind === 'number' && typeof level === 'number'
      ? {
          min: fine.min,
          max: fine.max,
          value: level,
          text: levelText(level, field, nameOf),
          choose: chooseLevel(field, onChange),
        }
      : stepsOf(field, named, nameOf, onChange);
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {t('option_quality')}
        </label>
        <output htmlFor={id} className="font-semibold text-sm tabular">
          {scale.text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={scale.min}
        max={scale.max}
        step={1}
        value={scale.value}
        disabled={isDisabled}
        aria-valuetext={scale.text}
        onChange={(event) => scale.choose(Number(event.target.value))}
        className="h-9 w-full cursor-pointer accent-accent disabled:cursor-not-allowed"
      />
      <div aria-hidden className="-mt-1 flex justify-between text-ink-faint text-xs">
        <span>{t('qualitySmaller')}</span>
        <span>{t('qualityBetter')}</span>
      </div>
    </div>
  );
}

function levelText(level: number, { numbers }: QualityField, nameOf: (value: string) => string): string {
  const name = Object.keys(numbers ?? {}).find((value) => numbers?.[value] === level);
  return name === undefined ? String(level) : `${nameOf(name)} (${level})`;
}

/** A level that has a name is chosen by its name, so that other formats and the next visit understand it. */
function chooseLevel({ numbers }: QualityField, onChange: QualitySliderProps['onChange']): (level: number) => void {
  return (level) => {
    const name = Object.keys(numbers ?? {}).find((value) => numbers?.[value] === level);
    if (name !== undefined) onChange('quality', name);
    onChange('qualityLevel', name === undefined ? level : null);
  };
}

/** The choices go from the best to the smallest; the slider from left to right the other way. */
function stepsOf(
  { values }: QualityField,
  named: string,
  nameOf: (value: string) => string,
  onChange: QualitySliderProps['onChange'],
) {
  const max = values.length - 1;
  return {
    min: 0,
    max,
    value: max - values.indexOf(named),
    text: nameOf(named),
    choose: (step: number) => onChange('quality', values[max - step] ?? named),
  };
}
