import { useMessages } from '@bakkum/i18n/react';
import { Field } from '@bakkum/ui/field';
import { type ReactNode, useState } from 'react';

/** Smallest percentage, and steps of the slider. Smaller differences are not visible. */
const STEP = 5;

/** Of a model: percentages of change. */
export type Strength = {
  /** The default of the model, until the user chooses another. Undefined if it takes none. */
  readonly value: number | undefined;
  /** What the user chose for this model. */
  readonly chosen: number | undefined;
  readonly choose: (percent: number) => void;
};

/**
 * Returns the strength for a model. A choice is kept for that model only, because percentages of models are not comparable.
 * @param usual the default of the model, if it takes a strength
 */
export function useStrength(model: string | undefined, usual: number | undefined): Strength {
  const [choice, setChoice] = useState<{ readonly model: string; readonly percent: number }>();
  const chosen = usual !== undefined && choice?.model === model ? choice?.percent : undefined;
  const choose = (percent: number): void => {
    if (model !== undefined) setChoice({ model, percent });
  };
  return { value: chosen ?? usual, chosen, choose };
}

/** How much a model is to change an image. Absent if it takes no strength. */
export function StrengthField({ strength: { value, choose } }: { readonly strength: Strength }): ReactNode {
  const t = useMessages('studio');
  if (value === undefined) return undefined;
  const text = t('strengthPercent', { percent: value });
  return (
    <Field label={t('strength')}>
      {({ id }) => (
        <>
          <div className="flex items-center gap-3">
            <input
              id={id}
              type="range"
              min={STEP}
              max={100}
              step={STEP}
              value={value}
              aria-valuetext={text}
              aria-describedby={`${id}-low ${id}-high`}
              onChange={({ target }) => choose(Number(target.value))}
              className="h-11 min-w-0 grow cursor-pointer accent-accent"
            />
            <span aria-hidden className="w-12 text-right tabular">
              {text}
            </span>
          </div>
          <div className="flex justify-between gap-4 pr-15 text-ink-faint text-sm">
            <span id={`${id}-low`}>{t('strengthLow')}</span>
            <span id={`${id}-high`} className="text-right">
              {t('strengthHigh')}
            </span>
          </div>
        </>
      )}
    </Field>
  );
}
