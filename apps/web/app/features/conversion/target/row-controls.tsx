import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import type { ReactNode } from 'react';
import { useClock } from '../../../state/use-clock.ts';
import type { Target } from '../../../targets/target.ts';
import { type Choice, FormatPicker } from '../../../workbench/format-picker.tsx';
import { OptionsButton } from '../../../workbench/options-button.tsx';
import { roundBytes, roundDuration } from '../estimate/round-estimates.ts';
import { type FileItem, type FileState, isExtraction } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { schemaOf } from './schema-of.ts';
import { useStoredTargets } from './stored-targets.ts';
import { hasRouteChoice } from './way-choice.tsx';

type PendingControlsProps = Omit<RowProps, 'isAlone'> & { readonly isOpen: boolean; readonly onToggle: () => void };

/** The target, the button of the options, and the start button. They are in the same place for every file. */
export function PendingControls({ item, core, store, isOpen, onToggle }: PendingControlsProps): ReactNode {
  const t = useMessages('conversion');
  const schema = schemaOf(item, core);
  const hasWays = item.format && item.target ? hasRouteChoice(core.ways(item.format.id, item.target)) : false;
  return (
    <>
      <TargetPicker item={item} core={core} store={store} />
      {Object.keys(schema).length > 0 || hasWays ? (
        <OptionsButton id={item.id} name={item.name} isOpen={isOpen} onToggle={onToggle} />
      ) : (
        <span className="w-11" />
      )}
      <Button
        disabled={!item.target}
        aria-label={t(isExtraction(item) ? 'extractNamed' : 'convertNamed', { name: item.name })}
        onClick={() => void store.convert(item.id)}
      >
        {t(isExtraction(item) ? 'extract' : 'convert')}
      </Button>
    </>
  );
}

type TargetPickerProps = Omit<RowProps, 'isAlone'> & { readonly className?: string };

/** The only format this file converts to. */
export function TargetPicker({ item, core, store, className }: TargetPickerProps): ReactNode {
  const t = useMessages('conversion');
  const stored = useStoredTargets(core, item.format?.id);
  if (!item.format) return undefined;
  const targets = core.targets(item.format.id);
  return (
    <FormatPicker
      key={item.target}
      label={t('convertToFor', { name: item.name })}
      labelHidden
      targets={stored ? targets.map((target) => withNote(target, stored, t('needsConnection'))) : targets}
      value={item.target ?? null}
      placeholder={t('chooseFormat')}
      onChange={(to) => store.choose(item.id, to)}
      className={className ?? 'min-w-0 grow basis-24 sm:grow-0 sm:basis-40'}
    />
  );
}

function withNote(target: Target, stored: ReadonlySet<string>, note: string): Choice {
  return stored.has(target.format.id) ? target : { ...target, note };
}

/** Progress and a cancel button. */
export function ConvertingControls({ item, store }: Pick<RowProps, 'item' | 'store'>): ReactNode {
  const t = useMessages('conversion');
  return (
    <Working
      label={item.name}
      cancelLabel={t('cancelNamed', { name: item.name })}
      state={item.state}
      activity={activityOf(item)}
      onCancel={() => store.cancel(item.id)}
    />
  );
}

export type Activity = 'converting' | 'extracting' | 'combining' | 'comparing' | 'signing';

export function activityOf(item: FileItem): Activity {
  return isExtraction(item) ? 'extracting' : 'converting';
}

type WorkingProps = WorkProgressProps & {
  /** Accessible name of the button, where there are several. */
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
};

/** Shows measured progress, or otherwise that work is running and for how long. */
export function Working({ label, cancelLabel, state, activity, onCancel }: WorkingProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <>
      <WorkProgress label={label} state={state} activity={activity} className="min-w-0 grow basis-0 lg:basis-72" />
      <Button aria-label={cancelLabel} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </>
  );
}

type WorkProgressProps = {
  readonly label: string;
  readonly state: FileState;
  readonly activity: Activity;
  readonly className?: string;
};

/** Measured progress with a line about it. */
export function WorkProgress({ label, state, activity, className }: WorkProgressProps): ReactNode {
  const t = useMessages('conversion');
  const now = useClock(sinceStart, 200);
  return (
    <div className={className}>
      <p className="mb-1.5 truncate text-ink-soft text-sm tabular">
        {state.status === 'converting' ? <Going state={state} activity={activity} now={now} /> : t('waiting')}
      </p>
      <ProgressBar label={label} fraction={state.status === 'converting' ? state.fraction : 0} />
    </div>
  );
}

type GoingProps = {
  readonly state: Extract<FileState, { readonly status: 'converting' }>;
  readonly activity: Activity;
  readonly now: number;
};

/** Shows the remaining time and the expected size as soon as they can be estimated. */
function Going({ state, activity, now }: GoingProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { startedAt, endsAt, resultBytes, preparation } = state;
  if (preparation?.stage === 'starting') return t('starting');
  if (preparation) {
    const [loaded, total] = [preparation.loadedBytes, preparation.totalBytes].map((bytes) => formatBytes(locale, bytes));
    return t('loadingEngine', { loaded: loaded ?? '', total: total ?? '' });
  }
  const left = endsAt === undefined ? 0 : endsAt - now;
  if (left <= 0) return t(`working_${activity}`, { elapsed: formatDuration(locale, Math.max(0, now - startedAt)) });
  const parts = [
    t('timeLeft', { left: formatDuration(locale, roundDuration(left)) }),
    ...(resultBytes === undefined ? [] : [t('sizeToCome', { size: formatBytes(locale, roundBytes(resultBytes)) })]),
  ];
  return parts.join(' · ');
}

/** The clock of `startedAt` and `endsAt`. */
function sinceStart(): number {
  return performance.now();
}
