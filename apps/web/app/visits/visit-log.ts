import { MAX_EVENTS, type VisitEvent } from '@bakkum/api-contract/analytics-rules';

/** An event as it is sent: with its visit, and with the address without its query. */
export type SentVisitEvent = VisitEvent & {
  readonly session_id: string;
  readonly timestamp: string;
  readonly page_url: string;
};

type LogParts = {
  readonly newId: () => string;
  readonly now: () => number;
  /** Path of the current page. */
  readonly path: () => string;
  readonly send: (events: readonly SentVisitEvent[]) => void;
};

export type VisitLog = {
  add(event: VisitEvent): void;
  /** Sends the collected events together. */
  flush(): void;
  /** Ends the visit, with its duration in seconds. */
  end(): void;
};

const ARTICLE = /\/articles\/([a-z\d-]+)$/;

/** A visit: starts with its first event, and ends when the page is left. Its id exists in memory only. */
export function createVisitLog({ newId, now, path, send }: LogParts): VisitLog {
  let visit: { readonly id: string; readonly startedAt: number } | undefined;
  let waiting: SentVisitEvent[] = [];

  const put = (event: VisitEvent, session: string): void => {
    const page_url = event.event === 'page_view' ? (event.label ?? path()) : path();
    waiting.push({ ...event, session_id: session, timestamp: new Date(now()).toISOString(), page_url });
    if (waiting.length >= MAX_EVENTS) flush();
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    send(waiting);
    waiting = [];
  };
  return {
    flush,
    add(event) {
      // Browsers report a page as hidden again after it was left.
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
