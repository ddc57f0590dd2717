import { createStore } from '../state/create-store.ts';

/** The state of the converter, for parts of the page outside it. */
export type WorkInProgress = {
  /** Files being converted or queued. */
  readonly busy: number;
  readonly done: number;
  readonly all: number;
};

export const workInProgress = createStore<WorkInProgress>({ busy: 0, done: 0, all: 0 });
/** The number of converters on the page. */
const converters = createStore(0);

export function setWorkInProgress(next: WorkInProgress): void {
  const work = workInProgress.snapshot();
  if (next.busy === work.busy && next.done === work.done && next.all === work.all) return;
  if (next.busy > 0 && work.busy === 0) addEventListener('beforeunload', askBeforeLeaving);
  if (next.busy === 0) removeEventListener('beforeunload', askBeforeLeaving);
  workInProgress.set(next);
}

/** Marks the converter as visible until the returned function is called. */
export function showConverter(): () => void {
  converters.set(converters.snapshot() + 1);
  return () => converters.set(converters.snapshot() - 1);
}

/** Whether the page shows the converter itself; true on the server. */
export const converterShown = {
  subscribe: converters.subscribe,
  snapshot: (): boolean => converters.snapshot() > 0,
  initial: (): boolean => true,
};

/** The browser shows its own confirmation text. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
