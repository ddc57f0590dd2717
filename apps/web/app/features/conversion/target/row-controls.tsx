import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import type { ReactNode } from 'react';
import { isFolded, MainOptions } from '../../../options/options-form.tsx';
import { useClock } from '../../../state/use-clock.ts';
import type { Target } from '../../../targets/target.ts';
import { type Choice, FormatPicker } from '../../../workbench/format-picker.tsx';
import { OptionsButton } from '../../../workbench/options-button.tsx';
import { roundBytes, roundDuration } from '../estimate/round-estimates.ts';
import type { FileState } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { schemaOf } from './schema-of.ts';
import { useStoredTargets } from './stored-targets.ts';
import { hasRouteChoice } from './way-choice.tsx';

type PendingControlsProps = Omit<RowProps, 'isAlone'> & { readonly isOpen: boolean; readonly onToggle: () => void };

/** The target, the options and the start button. On phones the options are behind their button. */
export function PendingControls({ item, core, store, isOpen, onToggle }: PendingControlsProps): ReactNode {
  const t = useMessages('conversion');
  const schema = schemaOf(item, core);
  const hasWays = item.format && item.target ? hasRouteChoice(core.ways(item.format.id, item.target)) : false;
  return (
    <>
      <TargetPicker item={item} core={core} store={store} />
      <MainOptions schema={schema} values={item.options} onChange={(name, value) => store.setOption(item.id, name, value)} />
      {Object.keys(schema).length > 0 || hasWays ? (
        <OptionsButton
          name={item.name}
          isOpen={isOpen}
          onToggle={onToggle}
          className={!isFolded(schema) && !hasWays ? 'sm:hidden' : undefined}
        />
      ) : undefined}
      <Button disabled={!item.target} onClick={() => void store.convert(item.id)}>
        {t('convert')}
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
      className={className ?? 'min-w-0 grow basis-32 sm:grow-0 sm:basis-40'}
    />
  );
}

function withNote(target: Target, stored: ReadonlySet<string>, note: string): Choice {
  return stored.has(target.format.id) ? target : { ...target, note };
}

/** Progress and a cancel button. */
export function ConvertingControls({ item, store }: Pick<RowProps, 'item' | 'store'>): ReactNode {
  return <Working label={item.name} state={item.state} onCancel={() => store.cancel(item.id)} />;
}

type WorkingProps = { readonly label: string; readonly state: FileState; readonly onCancel: () => void };

/** Shows measured progress, or otherwise that work is running and for how long. */
export function Working({ label, state, onCancel }: WorkingProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <>
      <WorkProgress label={label} state={state} className="min-w-0 grow basis-0 lg:basis-72" />
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </>
  );
}

type WorkProgressProps = { readonly label: string; readonly state: FileState; readonly className?: string };

/** Measured progress with a line about it. */
export function WorkProgress({ label, state, className }: WorkProgressProps): ReactNode {
  const t = useMessages('conversion');
  const now = useClock(sinceStart, 200);
  return (
    <div className={className}>
      <p className="mb-1.5 truncate text-ink-soft text-sm tabular">
        {state.status === 'converting' ? <Going state={state} now={now} /> : t('waiting')}
      </p>
      <ProgressBar label={label} fraction={state.status === 'converting' ? state.fraction : 0} />
    </div>
  );
}

type GoingProps = { readonly state: Extract<FileState, { readonly status: 'converting' }>; readonly now: number };

/** Shows the remaining time and the expected size as soon as they can be estimated. */
function Going({ state, now }: GoingProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { startedAt, endsAt, resultBytes, preparation } = state;
  if (preparation?.stage === 'starting') return t('starting');
  if (preparation) {
    const [loaded, total] = [preparation.loadedBytes, preparation.totalBytes].map((bytes) => formatBytes(locale, bytes));
    return t('loadingEngine', { loaded: loaded ?? '', total: total ?? '' });
  }
  const left = endsAt === undefined ? 0 : endsAt - now;
  if (left <= 0) return t('working', { elapsed: formatDuration(locale, Math.max(0, now - startedAt)) });
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
