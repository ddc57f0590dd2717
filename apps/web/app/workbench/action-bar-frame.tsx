import { useMessages } from '@bakkum/i18n/react';
import { Check, TriangleAlert } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import type { ReactNode } from 'react';
import { useFocusKept } from '../state/use-focus-kept.ts';

type ActionBarFrameProps = {
  /** Progress of all files, 0 to 1; absent while nothing runs. */
  readonly fraction?: number | undefined;
  /** Changes whenever other controls appear. */
  readonly state: string;
  /** A line above the others. */
  readonly notice?: ReactNode;
  readonly status: ReactNode;
  readonly children: ReactNode;
};

/** The bar with the actions for all files of a list. It stays in view while the list scrolls. */
export function ActionBarFrame({ fraction, state, notice, status, children }: ActionBarFrameProps): ReactNode {
  const t = useMessages('workbench');
  const focusKept = useFocusKept<HTMLDivElement>(state);
  return (
    <section
      aria-label={t('actions')}
      className="sticky bottom-0 z-20 mt-4 bg-paper pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:pb-3"
    >
      <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
        {fraction === undefined ? (
          // Its room is kept so that nothing moves.
          <div className="h-1.5" />
        ) : (
          <ProgressBar label={t('runProgress')} fraction={fraction} tone="accent" className="rounded-none" />
        )}
        <div
          {...focusKept}
          className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2.5 px-3 pt-1.5 pb-3 sm:px-4 sm:pt-3 lg:gap-x-3"
        >
          {notice}
          <div
            className="flex min-w-0 grow basis-0 items-center gap-3 has-data-outcome:max-sm:basis-full sm:min-h-11 has-data-outcome:sm:min-w-max has-data-outcome:sm:max-w-full"
            data-testid="run-status"
          >
            {status}
          </div>
          {children}
        </div>
      </div>
    </section>
  );
}

type OutcomeStatusProps = {
  readonly done: number;
  readonly failed: number;
  /** Files that wait for a password, and the way to them. */
  readonly locked?: { readonly count: number; readonly onShow: () => void } | undefined;
  /** A line about the results. */
  readonly detail: string | undefined;
  /** Number of extracted files, where files were only extracted. */
  readonly extracted?: number | undefined;
};

/** What became of a list of files. */
export function OutcomeStatus({ done, failed, locked, detail, extracted }: OutcomeStatusProps): ReactNode {
  const t = useMessages('workbench');
  const made = extracted === undefined ? t('runDone', { count: done }) : t('runExtracted', { count: extracted });
  return (
    <>
      <Mark isWhole={failed === 0 && !locked} />
      <div className="min-w-0 leading-snug" data-outcome>
        <p className="font-semibold">
          {done > 0 ? <span data-testid="done-count">{made}</span> : undefined}
          {done > 0 && failed > 0 ? ' · ' : undefined}
          {failed > 0 ? <span className="text-danger">{t('runFailed', { count: failed })}</span> : undefined}
          {done + failed > 0 && locked ? ' · ' : undefined}
          {locked ? (
            <button type="button" onClick={locked.onShow} className={textLinkClass()}>
              {t('runLocked', { count: locked.count })}
            </button>
          ) : undefined}
        </p>
        {detail === undefined ? undefined : <p className="text-ink-soft text-sm tabular">{detail}</p>}
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

/** What a list of files holds before it is converted. */
export function ListStatus({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="text-ink-soft text-sm tabular max-sm:sr-only">{children}</p>;
}
