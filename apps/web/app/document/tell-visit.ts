import type { VisitEvent } from '@bakkum/api-contract/analytics-rules';

/** Maximum number of events kept until a listener is there. */
const MAX_WAITING = 20;
const waiting: VisitEvent[] = [];
let hear = (event: VisitEvent): void => {
  if (waiting.length < MAX_WAITING) waiting.push(event);
};

/** Reports an action on this page for analytics, where counting is allowed. Never contains file names, content or typed text. */
export function tellVisit(event: VisitEvent): void {
  hear(event);
}

/** Sends all further events to the listener, and those kept so far first. */
export function listenForVisits(listener: (event: VisitEvent) => void): void {
  hear = listener;
  for (const event of waiting.splice(0)) listener(event);
}
