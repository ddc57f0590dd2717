import type { VisitEvent } from '@bakkum/api-contract/analytics-rules';

/** More is not kept for a listener that never comes. */
const MOST_WAITING = 20;
const waiting: VisitEvent[] = [];
let hear = (event: VisitEvent): void => {
  if (waiting.length < MOST_WAITING) waiting.push(event);
};

/** Tells what was done on this page, to be counted where that is allowed. Never a name, a content, or words that somebody typed. */
export function tellVisit(event: VisitEvent): void {
  hear(event);
}

/** From now on every event goes there; those before it first. */
export function hearVisit(listener: (event: VisitEvent) => void): void {
  hear = listener;
  for (const event of waiting.splice(0)) listener(event);
}
