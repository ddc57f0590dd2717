import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { ActionBarFrame } from '../../../workbench/action-bar-frame.tsx';
import { focusNextStep, nextStep } from '../../../workbench/next-step.ts';
import { usePreset } from '../converter-preset.ts';
import {
  type ConversionState,
  type FileItem,
  hasFailed,
  isBusy,
  isExtraction,
  type ResultFile,
  readyItems,
} from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { RemovedNotice } from '../list/removed-notice.tsx';
import { badgeWhenHidden } from '../run/app-badge.ts';
import { currentRun } from '../run/current-run.ts';
import { notifyWhenHidden } from '../run/notification.ts';
import type { Run } from '../run/run-progress.ts';
import { NotifyButton } from './notify-button.tsx';
import { ResultActions } from './result-actions.tsx';
import { RunStatus } from './run-status.tsx';
import { SettingsButton } from './settings-button.tsx';

type ActionBarProps = {
  readonly store: ConversionStore;
  readonly items: readonly FileItem[];
  readonly removed: ConversionState['removed'];
  readonly paused: boolean;
  /** The result of combining several files. */
  readonly combined?: ResultFile | undefined;
};

/** The one place for what can be done with all files: convert, cancel, download. It stays in view while the list scrolls. */
export function ActionBar({ store, items, removed, paused, combined }: ActionBarProps): ReactNode {
  const t = useMessages('workbench');
  const run = useStore(currentRun);
  const ready = readyItems(items);
  const busy = items.some(isBusy);
  const made = items.flatMap(({ state }) => (state.status === 'completed' ? state.files : []));
  // Alone, it has its own button in the row above the files.
  const files = combined && made.length > 0 ? [combined, ...made] : made;
  const { status, done } = run;
  const notify = useEffectEvent(() => {
    notifyWhenHidden(run, { title: t('notificationTitle', { count: done }), body: t('notificationBody') });
    if (status === 'finished') badgeWhenHidden(done);
  });
  useEffect(() => notify(), [status]);
  useFirstFocus(ready.length > 0);
  return (
    <ActionBarFrame
      fraction={run.status === 'running' ? run.fraction : undefined}
      state={`${busy} ${ready.length > 0} ${files.length > 0} ${removed.length > 0}`}
      notice={removed.length > 0 ? <RemovedNotice store={store} removed={removed} /> : undefined}
      status={<RunStatus run={run} items={items} paused={paused} />}
    >
      {busy ? (
        <RunningActions store={store} run={run} paused={paused} />
      ) : (
        <>
          {ready.length > 0 ? <SettingsButton /> : undefined}
          <ClearButton store={store} />
          <RetryButton store={store} items={items} />
          {files.length > 0 ? <ResultActions files={files} isNext={ready.length === 0} /> : undefined}
          {ready.length > 0 ? (
            <ConvertButton store={store} ready={ready} all={items.length} isNext={combined === undefined} />
          ) : undefined}
        </>
      )}
    </ActionBarFrame>
  );
}

/** Moves the focus once, from the drop zone that a list replaced to the next step: fewer keys from a file to its result. */
function useFirstFocus(isReady: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    focusNextStep(document.querySelector('[data-drop-zone]'));
  }, [isReady]);
}

type ConvertButtonProps = {
  readonly store: ConversionStore;
  readonly ready: readonly FileItem[];
  readonly all: number;
  /** Whether this is what most people do next. Once files are combined, they download the result. */
  readonly isNext: boolean;
};

function ConvertButton({ store, ready, all, isNext }: ConvertButtonProps): ReactNode {
  const t = useMessages('workbench');
  const { convertLabel } = usePreset();
  const words = useMessages('conversion');
  const many = convertLabel ?? t('convertFiles', { count: ready.length });
  const one = ready[0] && isExtraction(ready[0]) ? words('extract') : t('convertOne');
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      className="px-6 max-sm:grow"
      onClick={() => void store.convertAll()}
      {...nextStep('convert')}
    >
      {all === 1 ? one : many}
    </Button>
  );
}

function ClearButton({ store }: { readonly store: ConversionStore }): ReactNode {
  const t = useMessages('workbench');
  return (
    <Button variant="quiet" onClick={() => store.clear()} className="max-lg:px-2">
      {t('clear')}
    </Button>
  );
}

type RunningActionsProps = { readonly store: ConversionStore; readonly run: Run; readonly paused: boolean };

function RunningActions({ store, run, paused }: RunningActionsProps): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const { controls } = usePreset();
  return (
    <>
      <NotifyButton run={run} />
      {controls && paused ? <Button onClick={() => void store.resume()}>{words('resume')}</Button> : undefined}
      {controls && !paused ? <Button onClick={() => store.pause()}>{words('pause')}</Button> : undefined}
      <Button onClick={() => store.cancelAll()} data-cancel-run>
        {t('cancelRun')}
      </Button>
    </>
  );
}

/** Only for several files: a single failed file has a button beside the reason. */
function RetryButton({ store, items }: Pick<ActionBarProps, 'store' | 'items'>): ReactNode {
  const t = useMessages('conversion');
  const failed = items.filter(hasFailed).length;
  if (failed === 0 || items.length === 1) return undefined;
  return <Button onClick={() => void store.retryFailed()}>{t('retryFailed', { count: failed })}</Button>;
}
