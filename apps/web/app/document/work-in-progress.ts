/** The state of the converter, for parts of the page outside it. */
export type WorkInProgress = {
  /** Files being converted or queued. */
  readonly busy: number;
  readonly done: number;
  readonly all: number;
};

const NONE: WorkInProgress = { busy: 0, done: 0, all: 0 };
const listeners = new Set<() => void>();
let work = NONE;
let screens = 0;

export const workNow = (): WorkInProgress => work;
export const noWork = (): WorkInProgress => NONE;
/** Whether the page shows the converter itself. */
export const isConverterShown = (): boolean => screens > 0;

export function tellOfWork(next: WorkInProgress): void {
  if (next.busy === work.busy && next.done === work.done && next.all === work.all) return;
  if (next.busy > 0 && work.busy === 0) addEventListener('beforeunload', askBeforeLeaving);
  if (next.busy === 0) removeEventListener('beforeunload', askBeforeLeaving);
  work = next;
  for (const listener of listeners) listener();
}

/** Marks the converter as visible until the returned function is called. */
export function showConverter(): () => void {
  screens += 1;
  for (const listener of listeners) listener();
  return () => {
    screens -= 1;
    for (const listener of listeners) listener();
  };
}

export function subscribeToWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser shows its own confirmation text. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
