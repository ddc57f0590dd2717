import { durationText, startReporting } from '../../../scripts/command-line/progress.mjs';

export type Counter = { set(count: number): void; end(): void };

/** Shows the elapsed time of long work on a terminal. Returns the function that ends it. */
export function showWork(work: string): () => void {
  if (!process.stderr.isTTY) return () => undefined;
  return startReporting({ textOf: (elapsedMs) => `${work}, ${durationText(elapsedMs)}` }).end;
}

/** Shows the number of processed items on a terminal. Prints nothing when standard error is not a terminal. */
export function showCount(items: string): Counter {
  if (!process.stderr.isTTY) return { set: () => undefined, end: () => undefined };
  let count = 0;
  const { update, end } = startReporting({
    textOf: (elapsedMs) => `${count.toLocaleString('en')} ${items}, ${durationText(elapsedMs)}`,
  });
  return {
    set(next) {
      count = next;
      update();
    },
    end,
  };
}
