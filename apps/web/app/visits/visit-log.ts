import { MOST_EVENTS, type VisitEvent } from '@bakkum/api-contract/analytics-rules';

/** An event as it is sent: with the visit it belongs to, and the address without what follows a question mark. */
export type SentVisitEvent = VisitEvent & {
  readonly session_id: string;
  readonly timestamp: string;
  readonly page_url: string;
};

type LogParts = {
  readonly newId: () => string;
  readonly now: () => number;
  /** Path of the page that is shown. */
  readonly path: () => string;
  readonly send: (events: readonly SentVisitEvent[]) => void;
};

export type VisitLog = {
  add(event: VisitEvent): void;
  /** Sends what has come together. */
  flush(): void;
  /** Ends the visit, with how long it was in seconds. */
  end(): void;
};

const ARTICLE = /\/articles\/([a-z\d-]+)$/;

/** A visit: begins with its first event, ends when the page is left. Its number is in this memory alone. */
export function createVisitLog({ newId, now, path, send }: LogParts): VisitLog {
  let visit: { readonly id: string; readonly startedAt: number } | undefined;
  let waiting: SentVisitEvent[] = [];

  const put = (event: VisitEvent, session: string): void => {
    const page_url = event.event === 'page_view' ? (event.label ?? path()) : path();
    waiting.push({ ...event, session_id: session, timestamp: new Date(now()).toISOString(), page_url });
    if (waiting.length >= MOST_EVENTS) flush();
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    send(waiting);
    waiting = [];
  };
  return {
    flush,
    add(event) {
      // Browsers hide a page once more after it was left.
      if (!visit && event.event === 'page_hidden') return;
      if (!visit) {
        visit = { id: newId(), startedAt: now() };
        put({ event: 'session_start' }, visit.id);
      }
      put(event, visit.id);
      const article = event.event === 'page_view' ? ARTICLE.exec(event.label ?? path())?.[1] : undefined;
      if (article) put({ event: 'resource_view', label: article }, visit.id);
    },
    end() {
      if (visit) put({ event: 'session_end', value: Math.round((now() - visit.startedAt) / 1000) }, visit.id);
      visit = undefined;
      flush();
    },
  };
}
