/** The result of a comparison: a summary, the changes, and both documents side by side. */
import { comparisonText, type DocumentComparison, isEqual, SIDES, type Side } from '@bakkum/conversion/document-comparison';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowDown, ArrowUp, Download } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useReasons } from '../failure-reason.tsx';
import { usePdfPages } from '../page-editor/use-pdf-pages.ts';
import type { Size } from '../preview/view-frame.ts';
import { useLeaveWarning } from '../save/leave-warning.ts';
import { saveFile } from '../save/save-file.ts';
import { savedResults } from '../save/saved-results.ts';
import { ChangeList } from './change-list.tsx';
import type { ComparisonRun, ComparisonState, ComparisonWork, Sides } from './comparison-run.ts';
import { type Numbered, PagePair, type View } from './page-pair.tsx';
import { summaryOf } from './summary.ts';

type Done = Extract<ComparisonWork, { readonly status: 'done' }>;

type ComparisonViewProps = {
  readonly run: ComparisonRun;
  readonly state: ComparisonState;
  readonly work: Done;
  readonly names: Sides<string>;
};

export function ComparisonView({ run, state, work, names }: ComparisonViewProps): ReactNode {
  const t = useMessages('comparison');
  const { comparison } = work;
  const { before, after } = comparison;
  const [view, setView] = useState<View>('both');
  const [selected, select] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => changesByRow(comparison), [comparison]);
  // A comparison without changes is not worth keeping.
  useLeaveWarning(isEqual(comparison) ? undefined : work.json);
  const show = (at: number): void => {
    const next = view === 'pixels' ? 'both' : view;
    const shown = comparison.changes[at]?.[next === 'both' ? 'after' : next] ? next : 'both';
    setView(shown);
    select(at);
    // Once the other view is rendered.
    requestAnimationFrame(() => scrollTo(frame.current, comparison, at));
  };
  return (
    <>
      <Notice tone={isEqual(comparison) ? 'success' : 'info'}>
        <p className="font-semibold">{summaryOf(comparison, t)}</p>
        {before.wordlessPages + after.wordlessPages > 0 ? (
          <p className="mt-1 text-sm">{t('wordless', { count: before.wordlessPages + after.wordlessPages })}</p>
        ) : undefined}
      </Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Views view={view} onChange={setView} />
        {comparison.changes.length > 0 ? (
          <Steps count={comparison.changes.length} selected={selected} onSelect={show} />
        ) : undefined}
        <Downloads run={run} state={state} work={work} name={names[1]} />
      </div>
      {view === 'pixels' ? <p className="text-ink-soft text-sm">{t('pixelsLegend')}</p> : undefined}
      <div className="grid gap-4 lg:grid-cols-[1fr_20rem]">
        <Pages frame={frame} state={state} work={work} view={view} rows={rows} selected={selected} onSelect={show} />
        {comparison.changes.length > 0 ? (
          <div data-changes className="max-h-[40dvh] overflow-auto rounded-md border border-line bg-surface lg:max-h-[75dvh]">
            <ChangeList changes={comparison.changes} selected={selected} onSelect={show} />
          </div>
        ) : undefined}
      </div>
    </>
  );
}

type PagesProps = Pick<ComparisonViewProps, 'state' | 'work'> & {
  readonly frame: React.RefObject<HTMLDivElement | null>;
  readonly view: View;
  readonly rows: readonly (readonly Numbered[])[];
  readonly selected: number | undefined;
  readonly onSelect: (at: number) => void;
};

/** Both documents in one frame, so that they scroll together. */
function Pages({ frame, state, work, view, rows, selected, onSelect }: PagesProps): ReactNode {
  const t = useMessages('comparison');
  const { comparison, pdfs } = work;
  const before = usePdfPages([pdfs[0]], state.passwords[0]);
  const after = usePdfPages([pdfs[1]], state.passwords[1]);
  if (before === 'unreadable' || after === 'unreadable') return <p className="text-ink-soft">{t('notDrawn')}</p>;
  const sizeOf = (side: Side, number: number | undefined): Size | undefined =>
    number === undefined ? undefined : comparison[side].pages[number - 1];
  return (
    <section
      ref={frame}
      aria-label={t('documents')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
      tabIndex={0}
      className="h-[75dvh] space-y-6 overflow-auto rounded-md border border-line bg-sunken p-3"
    >
      {comparison.pairs.map((pair, row) => (
        <PagePair
          // oxlint-disable-next-line react/no-array-index-key -- the pairs never change
          key={row}
          row={row}
          pair={pair}
          view={view}
          pages={[before, after]}
          sizes={[sizeOf('before', pair.before), sizeOf('after', pair.after)]}
          changes={rows[row] ?? []}
          selected={selected}
          onSelect={onSelect}
        />
      ))}
    </section>
  );
}

/** The changes that are on the pages of each row. */
function changesByRow({ pairs, changes }: DocumentComparison): readonly (readonly Numbered[])[] {
  const rowOf = {
    before: new Map(pairs.map(({ before }, row) => [before, row])),
    after: new Map(pairs.map(({ after }, row) => [after, row])),
  };
  const rows: Numbered[][] = pairs.map(() => []);
  for (const [at, change] of changes.entries()) {
    const own = SIDES.flatMap((side) => change[side]?.areas.map(({ page }) => rowOf[side].get(page)) ?? []);
    for (const row of new Set(own)) if (row !== undefined) rows[row]?.push({ at, change });
  }
  return rows;
}

/** Scrolls the frame so that the change is in its middle. */
function scrollTo(frame: HTMLElement | null, { pairs, changes, before, after }: DocumentComparison, at: number): void {
  const change = changes[at];
  const side = change?.after ? 'after' : 'before';
  const area = change?.[side]?.areas[0];
  const row = pairs.findIndex((pair) => pair[side] === area?.page);
  const page = frame?.querySelector(`[data-row="${row}"] [data-side=${side}]`);
  const size = (side === 'after' ? after : before).pages[(area?.page ?? 0) - 1];
  if (!frame || !page || !area || !size) return;
  const { top, height } = page.getBoundingClientRect();
  const middle = top + (height * (area.y + area.height / 2)) / size.height;
  const own = frame.getBoundingClientRect();
  frame.scrollBy({ top: middle - own.top - own.height / 2 });
  // On phones, the list is below.
  frame.scrollIntoView({ block: 'nearest' });
}

const VIEWS: readonly View[] = ['both', 'before', 'after', 'pixels'];

function Views({ view, onChange }: { readonly view: View; readonly onChange: (view: View) => void }): ReactNode {
  const t = useMessages('comparison');
  return (
    <fieldset aria-label={t('view')} className="flex flex-wrap gap-1 rounded-md bg-sunken p-1">
      {VIEWS.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === view ? 'secondary' : 'quiet'}
          aria-pressed={each === view}
          onClick={() => onChange(each)}
        >
          {t(`view_${each}`)}
        </Button>
      ))}
    </fieldset>
  );
}

type StepsProps = {
  readonly count: number;
  readonly selected: number | undefined;
  readonly onSelect: (at: number) => void;
};

/** Buttons for the previous and the next change. */
function Steps({ count, selected, onSelect }: StepsProps): ReactNode {
  const t = useMessages('comparison');
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t('previous')}
        disabled={selected === undefined || selected === 0}
        onClick={() => onSelect((selected ?? 0) - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={t('next')}
        disabled={selected === count - 1}
        onClick={() => onSelect(selected === undefined ? 0 : selected + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </IconButton>
      <p className="text-ink-soft text-sm tabular">
        {selected === undefined ? t('changes', { count }) : t('position', { number: selected + 1, count })}
      </p>
    </div>
  );
}

type DownloadsProps = Pick<ComparisonViewProps, 'run' | 'state' | 'work'> & { readonly name: string };

function Downloads({ run, state: { report }, work: { comparison, json }, name }: DownloadsProps): ReactNode {
  const t = useMessages('comparison');
  const reasons = useReasons();
  const named = (extension: string): string => `${name.replace(/\.[^.]+$/, '')}-${t('fileLabel')}.${extension}`;
  /** Any of the three files has all changes. */
  const save = (blob: Blob, extension: string): void => {
    saveFile({ blob, name: named(extension) });
    savedResults.add([json]);
  };
  const savePdf = async (): Promise<void> => {
    const blob = await run.makeReport();
    if (blob) save(blob, 'pdf');
  };
  if (report.status === 'working')
    return (
      <div className="flex min-w-48 grow items-center gap-3">
        <ProgressBar label={t('makingReport')} fraction={report.fraction} />
        <Button size="sm" onClick={() => run.cancelReport()}>
          {t('cancel')}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <Button variant="primary" size="sm" icon={<Download aria-hidden size={16} />} onClick={() => void savePdf()}>
        {t('report')}
      </Button>
      <Button size="sm" onClick={() => save(new Blob([comparisonText(comparison)], { type: 'text/plain' }), 'txt')}>
        {t('text')}
      </Button>
      <Button size="sm" onClick={() => save(json, 'json')}>
        {t('json')}
      </Button>
      {report.status === 'failed' ? <p className="basis-full text-danger text-sm">{reasons(report.code)}</p> : undefined}
    </div>
  );
}
