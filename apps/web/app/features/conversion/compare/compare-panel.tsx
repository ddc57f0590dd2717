/** Compares the first two files of the list. */
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowRight, Plus } from '@bakkum/ui/icons';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { useReasons } from '../failure-reason.tsx';
import type { FileItem } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { PasswordNotice } from '../list/password-notice.tsx';
import { becomesPdf, OperationFile } from '../operation-file.tsx';
import { Working } from '../target/row-controls.tsx';
import { ComparisonRun, type ComparisonState, type Sides } from './comparison-run.ts';
import { ComparisonView } from './comparison-view.tsx';
import { summaryOf } from './summary.ts';

type ComparePanelProps = {
  readonly items: readonly FileItem[];
  readonly core: ConversionCore;
  readonly store: ConversionStore;
};

export function ComparePanel({ items, core, store }: ComparePanelProps): ReactNode {
  const t = useMessages('comparison');
  const [isSwapped, setSwapped] = useState(false);
  const [first, second, ...others] = items;
  const shown = isSwapped && first && second ? [second, first] : [first, second];
  const [before, after] = shown;
  const isReady = [before, after].every((item) => item && becomesPdf(item, core));
  return (
    <section aria-label={t('label')} data-bench className="space-y-4">
      <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
        <FileCard item={before} core={core} title={t('before')} onRemove={(id) => store.remove(id)} />
        <IconButton label={t('swap')} disabled={!second} className="max-sm:hidden" onClick={() => setSwapped(!isSwapped)}>
          <ArrowRight aria-hidden size={18} />
        </IconButton>
        <FileCard item={after} core={core} title={t('after')} onRemove={(id) => store.remove(id)} />
      </div>
      <div className="flex flex-wrap gap-2 sm:hidden">
        {second ? <Button onClick={() => setSwapped(!isSwapped)}>{t('swap')}</Button> : undefined}
      </div>
      {others.length > 0 ? <p className="text-ink-soft text-sm">{t('others', { count: others.length })}</p> : undefined}
      {isReady && before && after ? (
        <Comparison key={`${before.id} ${after.id}`} items={[before, after]} core={core} />
      ) : undefined}
    </section>
  );
}

type FileCardProps = {
  readonly item: FileItem | undefined;
  readonly core: ConversionCore;
  readonly title: string;
  readonly onRemove: (id: number) => void;
};

/** One of the two files, or a placeholder. */
function FileCard({ item, core, title, onRemove }: FileCardProps): ReactNode {
  const t = useMessages('comparison');
  if (!item)
    return (
      <div className="flex min-h-17 items-center gap-3 rounded-lg border border-line-strong border-dashed p-3 text-ink-soft">
        <Plus aria-hidden size={24} strokeWidth={1.5} className="shrink-0" />
        {t('addSecond')}
      </div>
    );
  return (
    <OperationFile
      item={item}
      core={core}
      title={title}
      refusal={t('notComparable')}
      removeLabel={t('remove', { name: item.name })}
      onRemove={() => onRemove(item.id)}
    />
  );
}

type ComparisonProps = { readonly items: Sides<FileItem>; readonly core: ConversionCore };

/** Starts as soon as there are two files, because the page has no other purpose. */
function Comparison({ items, core }: ComparisonProps): ReactNode {
  const t = useMessages('comparison');
  // The files stay the same while this is shown; their other properties change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const run = useMemo(() => new ComparisonRun(core, items), [core]);
  const state = useStore(run);
  useEffect(() => {
    void run.start();
    return () => run.dispose();
  }, [run]);
  const { work } = state;
  return (
    <>
      <LiveRegion>{work.status === 'done' ? summaryOf(work.comparison, t) : ''}</LiveRegion>
      {work.status === 'done' ? (
        <ComparisonView run={run} state={state} work={work} names={[items[0].name, items[1].name]} />
      ) : (
        <Progress run={run} state={state} items={items} />
      )}
    </>
  );
}

type ProgressProps = { readonly run: ComparisonRun; readonly state: ComparisonState; readonly items: Sides<FileItem> };

/** Everything but the result: progress, failures, and the button that starts again. */
function Progress({ run, state: { work }, items }: ProgressProps): ReactNode {
  const t = useMessages('comparison');
  const reasons = useReasons();
  if (work.status === 'working')
    return (
      <div className="flex items-end gap-3 rounded-lg border border-line bg-surface p-4">
        <Working
          label={t('label')}
          state={{ ...work, status: 'converting' }}
          activity="comparing"
          onCancel={() => run.cancel()}
        />
      </div>
    );
  if (work.status !== 'failed')
    return (
      <Button variant="primary" onClick={() => void run.start()}>
        {t('compare')}
      </Button>
    );
  const { code, side } = work;
  const name = side === undefined ? undefined : items[side].name;
  if (side !== undefined && (code === 'encrypted' || code === 'wrong-password'))
    return (
      <div>
        <p className="break-all font-semibold">{name}</p>
        <PasswordNotice
          key={side}
          isWrong={code === 'wrong-password'}
          maxLength={255}
          submitLabel={t('compare')}
          onPassword={(password) => run.unlock(side, password)}
        />
      </div>
    );
  return (
    <FailureNotice className="" action={{ label: t('again'), onPress: () => void run.start() }}>
      {name ? <span className="block break-all font-semibold">{name}</span> : undefined}
      {t('failed', { reason: reasons(code) })}
    </FailureNotice>
  );
}
