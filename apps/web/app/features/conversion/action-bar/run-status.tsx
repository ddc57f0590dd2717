import { formatBytes, formatChange, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Check, TriangleAlert } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { useClock } from '../../../state/use-clock.ts';
import { roundDuration } from '../estimate/round-estimates.ts';
import type { FileItem } from '../list/conversion-state.ts';
import type { Run } from '../run/run-progress.ts';

type RunStatusProps = { readonly run: Run; readonly items: readonly FileItem[]; readonly paused: boolean };

/** One line about the whole list: what is there, how far it is, or what became of it. */
export function RunStatus({ run, items, paused }: RunStatusProps): ReactNode {
  return (
    <div
      className="flex min-w-0 grow basis-0 items-center gap-3 has-data-outcome:max-sm:basis-full sm:min-h-11"
      data-testid="run-status"
    >
      {run.status === 'running' ? <Running run={run} paused={paused} /> : <Resting items={items} />}
    </div>
  );
}

function Running({ run, paused }: Omit<RunStatusProps, 'items'>): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const now = useClock(sinceStart, 500);
  const { done, failed, all, endsAt } = run;
  const at = { done: done + failed, all };
  if (paused) return <p className="font-semibold tabular">{t('pausedAt', at)}</p>;
  const left = endsAt === undefined ? 0 : endsAt - now;
  return (
    <p className="tabular">
      <span className="font-semibold">{all === 1 ? t('runOne') : t('runCount', at)}</span>
      {left > 0 ? (
        <span className="text-ink-soft">{` · ${t('runLeft', { left: formatDuration(locale, roundDuration(left)) })}`}</span>
      ) : undefined}
    </p>
  );
}

function Resting({ items }: { readonly items: readonly FileItem[] }): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const locale = useLocale();
  const completed = items.flatMap(({ state, size }) =>
    state.status === 'completed' ? [{ before: size, after: state.size }] : [],
  );
  const failed = items.filter(({ state }) => state.status === 'error').length;
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  if (completed.length + failed === 0) {
    const size = formatBytes(locale, sum(items.map((item) => item.size)));
    return (
      <p className="text-ink-soft text-sm tabular max-sm:sr-only">
        {t('filesAndSize', { files: words('fileCount', { count: items.length }), size })}
      </p>
    );
  }
  const [before, after] = [sum(completed.map((item) => item.before)), sum(completed.map((item) => item.after))];
  return (
    <>
      <Mark isWhole={failed === 0} />
      <div className="min-w-0 leading-snug" data-outcome>
        <p className="font-semibold">
          {completed.length > 0 ? <span data-testid="done-count">{t('runDone', { count: completed.length })}</span> : undefined}
          {completed.length > 0 && failed > 0 ? ' · ' : undefined}
          {failed > 0 ? <span className="text-danger">{t('runFailed', { count: failed })}</span> : undefined}
        </p>
        {completed.length > 0 ? (
          <p className="text-ink-soft text-sm tabular">
            {t('sizeChange', {
              before: formatBytes(locale, before),
              after: formatBytes(locale, after),
              change: formatChange(locale, after / before - 1),
            })}
          </p>
        ) : undefined}
      </div>
    </>
  );
}

/** The quiet moment of completion. */
function Mark({ isWhole }: { readonly isWhole: boolean }): ReactNode {
  const look = isWhole ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning';
  return (
    <span
      className={`flex size-9 shrink-0 animate-[settle_180ms_var(--ease-out)] items-center justify-center rounded-full ${look}`}
    >
      {isWhole ? <Check aria-hidden size={20} /> : <TriangleAlert aria-hidden size={18} />}
    </span>
  );
}

/** The clock of a run. */
function sinceStart(): number {
  return performance.now();
}
