import { setWorkInProgress } from '../../document/work-in-progress.ts';
import { lastTargets } from '../../targets/last-targets.ts';
import { loadConversionCore } from './conversion-core-loader.ts';
import { isBusy } from './list/conversion-state.ts';
import { ConversionStore } from './list/conversion-store.ts';

/** The one list of files of this tab. It persists while the user moves between pages. */
export const workbench = new ConversionStore({
  loadCore: loadConversionCore,
  parallel: 8,
  // A large engine uses more than one processor.
  parallelLarge: Math.max(1, Math.floor((globalThis.navigator?.hardwareConcurrency ?? 1) / 4)),
  lastTargets,
});

workbench.subscribe(() => {
  const { items } = workbench.snapshot();
  setWorkInProgress({
    busy: items.filter(isBusy).length,
    done: items.filter(({ state }) => state.status === 'completed').length,
    all: items.length,
  });
});
