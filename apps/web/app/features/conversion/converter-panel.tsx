import type { FormatId } from '@bakkum/conversion/engine';
import { useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Notice } from '@bakkum/ui/notice';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { sessionHint } from '../../document/session-hint.ts';
import { showConverter } from '../../document/work-in-progress.ts';
import { useStore } from '../../state/use-store.ts';
import { DropZone } from './add/drop-zone.tsx';
import { takeIncomingFiles } from './add/incoming-files.ts';
import { loadConversionCore } from './conversion-core-loader.ts';
import { type ConverterPreset, PresetProvider, USUAL_PRESET } from './converter-preset.ts';
import { type ConversionState, hasFailed, isLocked } from './list/conversion-state.ts';
import { ListPlaceholder } from './list/list-placeholder.tsx';
import { mayHaveFilesToResume } from './restore/queue-key.ts';
import { installScriptingInterface } from './scripting-interface.ts';
import { workbench } from './workbench.ts';

const loadFileList = () => import('./list/file-list.tsx');

const FileList = lazy(async () => ({ default: (await loadFileList()).FileList }));
const RefusedNotice = lazy(async () => ({ default: (await import('../../workbench/refused-notice.tsx')).RefusedNotice }));
const RemovedNotice = lazy(async () => ({ default: (await import('./list/removed-notice.tsx')).RemovedNotice }));
const PlanLimits = lazy(async () => ({ default: (await import('./plan-limits.tsx')).PlanLimits }));
const SharedNotice = lazy(async () => ({ default: (await import('./add/shared-notice.tsx')).SharedNotice }));
const ResumeNotice = lazy(async () => ({ default: (await import('./restore/resume-notice.tsx')).ResumeNotice }));

type ConverterPanelProps = {
  /** What the route changes. */
  readonly preset?: ConverterPreset;
  /** Target of added files unless another one is chosen. `same` is the format of each file. */
  readonly wanted?: FormatId;
  /** Replaces the default heading of the empty drop zone. */
  readonly heading?: string;
};

/**
 * A drop zone and the list of files. Code that is not needed before a file is chosen loads when the user is about to choose one.
 */
export function ConverterPanel({ preset = USUAL_PRESET, wanted, heading }: ConverterPanelProps): ReactNode {
  const t = useMessages('conversion');
  const store = workbench;
  const [failed, setFailed] = useState(false);
  const state = useStore(store);
  const mayHavePlan = useStore(sessionHint);
  const mayResume = useSyncExternalStore(never, mayHaveFilesToResume, () => false);
  useEffect(installScriptingInterface, []);
  useEffect(showConverter, []);

  const prefetch = (): void => {
    // A failure recurs, and is reported, when files are added.
    void Promise.allSettled([loadConversionCore(), loadFileList().then(({ loadSoloBench }) => loadSoloBench())]);
  };
  const add = (files: readonly File[]): void => {
    setFailed(false);
    store.add(files, { wanted, options: preset.tool?.values }).catch(() => setFailed(true));
  };

  return (
    <div className="space-y-4">
      {mayResume ? (
        <Suspense>
          <ResumeNotice />
        </Suspense>
      ) : undefined}
      <DropZone
        onFiles={add}
        limits={state.limits}
        compact={state.items.length > 0}
        onIntent={prefetch}
        heading={heading ?? t('dropHeading')}
      />
      <LiveRegion>{spokenState(state, t)}</LiveRegion>
      {mayHavePlan ? (
        <Suspense>
          <PlanLimits />
        </Suspense>
      ) : undefined}
      <IncomingFiles onFiles={add} />
      {failed ? <Notice tone="danger">{t('loadFailed')}</Notice> : undefined}
      <ListNotices state={state} isOperation={preset.tool?.operation !== undefined} />
      {state.items.length > 0 ? (
        <PresetProvider value={preset}>
          <Suspense fallback={<ListPlaceholder items={state.items} />}>
            <FileList store={store} items={state.items} removed={state.removed} paused={state.paused} />
          </Suspense>
        </PresetProvider>
      ) : undefined}
    </div>
  );
}

type ListNoticesProps = { readonly state: ConversionState; readonly isOperation: boolean };

/** What was removed from the list, and what could not be added to it. */
function ListNotices({ state, isOperation }: ListNoticesProps): ReactNode {
  const { items, removed, refused, nothingTaken, limits } = state;
  // A list has an action bar, which is always in view and shows it.
  const isRemovedShown = removed.length > 0 && (items.length === 0 || isOperation);
  const isRefusedShown = refused.length > 0 || nothingTaken;
  if (!isRemovedShown && !isRefusedShown) return undefined;
  return (
    <Suspense>
      {isRemovedShown ? <RemovedNotice store={workbench} removed={removed} takesFocus /> : undefined}
      {isRefusedShown ? (
        <RefusedNotice refused={refused} nothingTaken={nothingTaken} limits={limits} onClose={() => workbench.closeNotice()} />
      ) : undefined}
    </Suspense>
  );
}

/** The value never changes on its own. */
function never(): () => void {
  return () => undefined;
}

/** Takes files that were shared to the installed site or opened with it, and asks about those that any site may have sent. */
function IncomingFiles({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const [shared, setShared] = useState<readonly File[]>([]);
  const take = useEffectEvent(onFiles);
  useEffect(() => takeIncomingFiles({ take: (files) => take(files), offer: setShared }), []);
  if (shared.length === 0) return undefined;
  return (
    <Suspense>
      <SharedNotice files={shared} onAdd={onFiles} onClose={() => setShared([])} />
    </Suspense>
  );
}

/** Describes the last change to screen readers. */
function spokenState({ items }: ConversionState, t: ReturnType<typeof useMessages<'conversion'>>): string {
  if (items.length === 0) return '';
  const done = items.filter(({ state }) => state.status === 'completed').length;
  const [failed, locked] = [items.filter(hasFailed).length, items.filter(isLocked).length];
  if (done + failed + locked === 0) return t('announceAdded', { count: items.length });
  return t(locked > 0 ? 'announceLocked' : 'announceState', { done, failed, locked });
}
