import { formatBytes, formatChange } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { type ReactNode, useEffect, useState } from 'react';

/** The result of an image at each quality. */
export type QualityTrial = {
  /** From the best to the smallest. */
  readonly values: readonly string[];
  /** The quality of the current result. */
  readonly chosen: string;
  readonly before: number;
  make(quality: string, signal: AbortSignal): Promise<Blob | undefined>;
  /** Makes the result again at this quality. */
  take(quality: string): void;
};

type QualityChoiceProps = {
  readonly trial: QualityTrial;
  /** The image above shows it. */
  readonly onTry: (made: Blob) => void;
  readonly onClose: () => void;
};

/** A slider through the qualities; each result is made, shown and measured when it is selected. */
export function QualityChoice({ trial, onTry, onClose }: QualityChoiceProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const [quality, setQuality] = useState(trial.chosen);
  const [made, setMade] = useState<ReadonlyMap<string, Blob>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    void trial.make(quality, controller.signal).then((blob) => {
      if (!blob || controller.signal.aborted) return;
      setMade((known) => new Map(known).set(quality, blob));
      onTry(blob);
    });
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the trial changes with every render, but not for a given row
  }, [quality]);
  const size = made.get(quality)?.size;
  const spoken = t.lookup(`value_quality_${quality}`) ?? t.lookup(`value_${quality}`) ?? quality;
  const weight =
    size === undefined
      ? t('makingPreview')
      : t('qualityWeight', { size: formatBytes(locale, size), change: formatChange(locale, size / trial.before - 1) });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-4">
      <label className="flex min-w-56 grow items-center gap-3">
        <span className="font-medium text-sm">{t('option_quality')}</span>
        <input
          type="range"
          min={0}
          max={trial.values.length - 1}
          step={1}
          // The best quality is on the right.
          value={trial.values.length - 1 - trial.values.indexOf(quality)}
          aria-valuetext={`${spoken}, ${weight}`}
          onChange={(event) => setQuality(trial.values[trial.values.length - 1 - Number(event.target.value)] ?? trial.chosen)}
          className="h-11 grow accent-accent"
        />
      </label>
      <output className="min-w-44 text-sm tabular">
        <span className="font-semibold">{spoken}</span>
        {` · ${weight}`}
      </output>
      <Button
        variant="primary"
        disabled={quality === trial.chosen || size === undefined}
        onClick={() => {
          trial.take(quality);
          onClose();
        }}
      >
        {t('qualityTake')}
      </Button>
    </div>
  );
}
