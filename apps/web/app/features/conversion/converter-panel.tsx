import type { FormatId } from '@bakkum/conversion/engine';
import { useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Notice } from '@bakkum/ui/notice';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { mayBeSignedIn, subscribeToHint } from '../../document/session-hint.ts';
import { showConverter } from '../../document/work-in-progress.ts';
import { loadConversionCore } from './conversion-core-loader.ts';
import { type ConversionState, EMPTY_STATE, type FileItem } from './conversion-state.ts';
import { type ConverterScreen, ScreenProvider, USUAL_SCREEN } from './converter-screen.ts';
import { DropZone } from './drop-zone.tsx';
import { mayHaveLeftFiles } from './left-behind.ts';
import { RefusedNotice } from './refused-notice.tsx';
import { installScriptingInterface } from './scripting-interface.ts';
import { workbench } from './workbench.ts';

const loadFileList = () => import('./file-list.tsx');
const FileList = lazy(async () => ({ default: (await loadFileList()).FileList }));
const PlanLimits = lazy(async () => ({ default: (await import('./plan-limits.tsx')).PlanLimits }));
const ResumeNotice = lazy(async () => ({ default: (await import('./resume-notice.tsx')).ResumeNotice }));

/** The specification has the home screen convert one file after another; the others use the whole pool. */
const HOME_SCREEN: ConverterScreen = { ...USUAL_SCREEN, parallel: 1 };

type ConverterPanelProps = {
  /** Screens with rules of their own; otherwise the usual ones. */
  readonly screen?: ConverterScreen | 'home';
  /** What added files become unless another format is chosen. */
  readonly wanted?: FormatId;
  /** Instead of the usual words over the empty drop zone. */
  readonly heading?: string;
};

/** Where files are dropped and converted. What is not needed before a file is chosen is loaded when one is about to be. */
export function ConverterPanel({ screen = USUAL_SCREEN, wanted, heading }: ConverterPanelProps): ReactNode {
  const t = useMessages('conversion');
  const store = workbench;
  const rules = screen === 'home' ? HOME_SCREEN : screen;
  const [failed, setFailed] = useState(false);
  const state = useSyncExternalStore(store.subscribe, store.snapshot, () => EMPTY_STATE);
  const mayHavePlan = useSyncExternalStore(subscribeToHint, mayBeSignedIn, () => false);
  const mayResume = useSyncExternalStore(never, mayHaveLeftFiles, () => false);
  useEffect(installScriptingInterface, []);
  useEffect(showConverter, []);

  const prefetch = (): void => {
    // A failure here is met again, and told, when files are added.
    void Promise.allSettled([loadConversionCore(), loadFileList()]);
  };
  const add = (files: readonly File[]): void => {
    setFailed(false);
    store.add(files, rules.smart ? { smart: true } : wanted).catch(() => setFailed(true));
  };
  useIncomingFiles(add);

  return (
    <div className="space-y-4">
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
      {mayResume ? (
        <Suspense>
          <ResumeNotice />
        </Suspense>
      ) : undefined}
      {failed ? <Notice tone="danger">{t('loadFailed')}</Notice> : undefined}
      <RefusedNotice state={state} onClose={() => store.closeNotice()} />
      {state.items.length > 0 ? (
        <Suspense fallback={<div className="min-h-40 rounded-lg border border-line bg-surface" />}>
          <ScreenProvider value={rules}>
            <FileList store={store} items={state.items} paused={state.paused} />
          </ScreenProvider>
        </Suspense>
      ) : undefined}
    </div>
  );
}

/** What is read never changes on its own. */
function never(): () => void {
  return () => undefined;
}

/** Files shared to the installed site or opened with it. */
function useIncomingFiles(add: (files: readonly File[]) => void): void {
  const take = useEffectEvent(add);
  useEffect(() => {
    if ('launchQueue' in globalThis || location.search !== '')
      void import('./incoming-files.ts').then(({ takeIncomingFiles }) => takeIncomingFiles((files) => take(files)));
  }, []);
}

/** What changed, for who cannot see the list. */
function spokenState({ items }: ConversionState, t: ReturnType<typeof useMessages<'conversion'>>): string {
  if (items.length === 0) return '';
  const count = (status: FileItem['state']['status']): number => items.filter((item) => item.state.status === status).length;
  const [done, failed] = [count('completed'), count('error')];
  return done + failed > 0 ? t('announceState', { done, failed }) : t('announceAdded', { count: items.length });
}
