import { formatBytes, formatChange, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { ArrowRight } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { mayShrink } from '../../../workbench/may-shrink.ts';
import { MUCH_LARGER } from '../../../workbench/size-change.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, isExtraction } from '../list/conversion-state.ts';
import type { Trial } from './use-trial.ts';

type SizeEstimateProps = { readonly item: FileItem; readonly trial: Trial; readonly core: ConversionCore };

/** The size before and after: tried with the current settings, or of the result. Stays in place while a new one is made. */
export function SizeEstimate({ item, trial, core }: SizeEstimateProps): ReactNode {
  const t = useMessages('workbench');
  const { size: before, state } = item;
  if (isExtraction(item)) return undefined;
  const canShrink = mayShrink(item.format?.id ?? '', item.target ?? '', core.familyOf);
  if (state.status === 'completed')
    return (
      <Sizes
        canShrink={canShrink}
        before={before}
        after={state.size}
        status="result"
        note={<Elapsed elapsedMs={state.elapsedMs} />}
      />
    );
  switch (trial.status) {
    case 'none':
      return undefined;
    case 'failed':
      return <p className="text-ink-soft text-sm">{t('trialFailed')}</p>;
    case 'working':
      return <Sizes canShrink={canShrink} before={before} after={trial.stale?.size} status="working" note={t('trialWorking')} />;
    case 'made':
      return <Sizes canShrink={canShrink} before={before} after={trial.file.size} status="made" note={t('trialMade')} />;
  }
}

function Elapsed({ elapsedMs }: { readonly elapsedMs: number }): ReactNode {
  const t = useMessages('workbench');
  return t('resultIn', { elapsed: formatDuration(useLocale(), elapsedMs) });
}

type SizesProps = {
  /** Whether other settings could make a large result smaller. */
  readonly canShrink: boolean;
  readonly before: number;
  readonly after: number | undefined;
  readonly status: 'working' | 'made' | 'result';
  readonly note: ReactNode;
};

function Sizes({ canShrink, before, after, status, note }: SizesProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const change = after === undefined ? undefined : after / before - 1;
  const isLarger = after !== undefined && after > before * MUCH_LARGER;
  return (
    <div className="rounded-md bg-sunken px-4 py-3" data-testid="trial" data-status={status}>
      <p className="flex flex-wrap items-baseline gap-x-2 tabular">
        <span className="text-ink-soft">{formatBytes(locale, before)}</span>
        <ArrowRight aria-hidden size={16} className="self-center text-ink-faint" />
        <span className={classNames('font-bold text-lg', status === 'working' && 'text-ink-faint')}>
          {after === undefined ? '…' : formatBytes(locale, after)}
        </span>
        {change === undefined ? undefined : (
          <span className={classNames('font-semibold text-sm', change < 0 ? 'text-success' : 'text-ink-soft')}>
            {formatChange(locale, change)}
          </span>
        )}
      </p>
      <p className="text-ink-soft text-sm">{note}</p>
      {isLarger && canShrink && status !== 'working' ? <p className="mt-1 text-ink-soft text-sm">{t('grew')}</p> : undefined}
    </div>
  );
}
