import { durationText, startReporting } from '../../../scripts/command-line/progress.mjs';

export type Counter = { set(count: number): void; end(): void };

/** Shows on a terminal how many items a long command has done. Logs of scheduled commands get nothing. */
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
