import { createStore } from '../../../state/create-store.ts';
import { workbench } from '../workbench.ts';
import { createRun, NO_RUN } from './run-progress.ts';

const store = createStore(NO_RUN);
const next = createRun(() => performance.now());

workbench.subscribe(() => {
  const run = next(workbench.snapshot().items);
  if (run !== store.snapshot()) store.set(run);
});

/** The run of this tab's workbench. Loaded with the list of files. */
export const currentRun = { subscribe: store.subscribe, snapshot: store.snapshot, initial: store.initial };
