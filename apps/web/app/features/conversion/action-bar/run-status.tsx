import { formatBytes, formatChange, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { useClock } from '../../../state/use-clock.ts';
import { ListStatus, OutcomeStatus } from '../../../workbench/action-bar-frame.tsx';
import { roundDuration } from '../estimate/round-estimates.ts';
import { type FileItem, hasFailed, isBusy, isExtraction, isLocked } from '../list/conversion-state.ts';
import type { Run } from '../run/run-progress.ts';

type RunStatusProps = { readonly run: Run; readonly items: readonly FileItem[]; readonly paused: boolean };

/** One line about the whole list: what is there, how far it is, or what became of it. */
export function RunStatus({ run, items, paused }: RunStatusProps): ReactNode {
  return run.status === 'running' ? <Running run={run} items={items} paused={paused} /> : <Resting items={items} />;
}

function Running({ run, items, paused }: RunStatusProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const now = useClock(sinceStart, 500);
  const { done, failed, all, endsAt } = run;
  const at = { done: done + failed, all };
  if (paused) return <p className="font-semibold tabular">{t('pausedAt', at)}</p>;
  const left = endsAt === undefined ? 0 : endsAt - now;
  const isExtracting = items.some((item) => isBusy(item) && isExtraction(item));
  return (
    <p className="tabular">
      <span className="font-semibold">{all === 1 ? t(isExtracting ? 'runExtraction' : 'runOne') : t('runCount', at)}</span>
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
  const done = items.flatMap((item) =>
    item.state.status === 'completed'
      ? [{ before: item.size, after: item.state.size, files: item.state.files.length, isExtracted: isExtraction(item) }]
      : [],
  );
  // Compressed files say nothing about the size of their contents.
  const completed = done.filter(({ isExtracted }) => !isExtracted);
  const failed = items.filter(hasFailed).length;
  const locked = items.filter(isLocked).length;
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  if (done.length + failed + locked === 0) {
    const size = formatBytes(locale, sum(items.map((item) => item.size)));
    return <ListStatus>{t('filesAndSize', { files: words('fileCount', { count: items.length }), size })}</ListStatus>;
  }
  const [before, after] = [sum(completed.map((item) => item.before)), sum(completed.map((item) => item.after))];
  const sizes = {
    before: formatBytes(locale, before),
    after: formatBytes(locale, after),
    change: formatChange(locale, after / before - 1),
  };
  return (
    <OutcomeStatus
      done={done.length}
      failed={failed}
      locked={locked > 0 ? { count: locked, onShow: showPasswordField } : undefined}
      detail={completed.length > 0 ? t('sizeChange', sizes) : undefined}
      extracted={completed.length === 0 ? sum(done.map(({ files }) => files)) : undefined}
    />
  );
}

/** Moves to the first file that waits for its password. */
function showPasswordField(): void {
  document.querySelector<HTMLElement>('[data-status=error] input[type=password]')?.focus();
}

/** The clock of a run. */
function sinceStart(): number {
  return performance.now();
}
