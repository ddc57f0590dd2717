import type { FormatId } from '@bakkum/conversion/engine';
import { useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Notice } from '@bakkum/ui/notice';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { loadConversionCore } from './conversion-core-loader.ts';
import { type ConversionState, EMPTY_STATE, type FileItem } from './conversion-state.ts';
import { ConversionStore } from './conversion-store.ts';
import { DropZone } from './drop-zone.tsx';
import { RefusedNotice } from './refused-notice.tsx';
import { installScriptingInterface } from './scripting-interface.ts';

const loadFileList = () => import('./file-list.tsx');
const FileList = lazy(async () => ({ default: (await loadFileList()).FileList }));

/** The specification has the home screen convert one file after another; the converter screen uses the whole pool. */
const PARALLEL = { home: 1, converter: 8, pair: 8 } as const;

type ConverterPanelProps = {
  readonly variant: keyof typeof PARALLEL;
  /** What added files become unless another format is chosen. */
  readonly wanted?: FormatId;
  /** Instead of the usual words over the empty drop zone. */
  readonly heading?: string;
};

/** Where files are dropped and converted. What is not needed before a file is chosen is loaded when one is about to be. */
export function ConverterPanel({ variant, wanted, heading }: ConverterPanelProps): ReactNode {
  const t = useMessages('conversion');
  const [store] = useState(() => new ConversionStore({ loadCore: loadConversionCore, parallel: PARALLEL[variant] }));
  const [failed, setFailed] = useState(false);
  const state = useSyncExternalStore(store.subscribe, store.snapshot, () => EMPTY_STATE);
  useEffect(installScriptingInterface, []);
  useEffect(() => () => store.clear(), [store]);

  const prefetch = (): void => {
    // A failure here is met again, and told, when files are added.
    void Promise.allSettled([loadConversionCore(), loadFileList()]);
  };
  const add = (files: readonly File[]): void => {
    setFailed(false);
    store.add(files, wanted).catch(() => setFailed(true));
  };

  return (
    <div className="space-y-4">
      <DropZone onFiles={add} compact={state.items.length > 0} onIntent={prefetch} {...(heading !== undefined && { heading })} />
      <LiveRegion>{spokenState(state, t)}</LiveRegion>
      {failed ? <Notice tone="danger">{t('loadFailed')}</Notice> : undefined}
      <RefusedNotice state={state} onClose={() => store.closeNotice()} />
      {state.items.length > 0 ? (
        <Suspense fallback={<div className="min-h-40 rounded-lg border border-line bg-surface" />}>
          <FileList store={store} items={state.items} />
        </Suspense>
      ) : undefined}
    </div>
  );
}

/** What changed, for who cannot see the list. */
function spokenState({ items }: ConversionState, t: ReturnType<typeof useMessages<'conversion'>>): string {
  if (items.length === 0) return '';
  const count = (status: FileItem['state']['status']): number => items.filter((item) => item.state.status === status).length;
  const [done, failed] = [count('completed'), count('error')];
  return done + failed > 0 ? t('announceState', { done, failed }) : t('announceAdded', { count: items.length });
}
