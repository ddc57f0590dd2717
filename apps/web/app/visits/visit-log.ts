import { MAX_EVENTS, type VisitEvent, type VisitEventName, type VisitStats } from '@bakkum/api-contract/analytics-rules';

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
  /** Ends the visit, with its duration in seconds and its counts. */
  end(): void;
};

const NO_STATS: VisitStats = { page_views: 0, conversions: 0, failures: 0, downloads: 0 };
/** The count that an event adds to. */
const COUNTED: Readonly<Partial<Record<VisitEventName, keyof VisitStats>>> = {
  page_view: 'page_views',
  conversion_completed: 'conversions',
  conversion_failed: 'failures',
  file_download: 'downloads',
  ai_image_download: 'downloads',
};

const ARTICLE = /\/articles\/([a-z\d-]+)$/;

/** A visit: starts with its first event, and ends when the page is left. Its id exists in memory only. */
export function createVisitLog({ newId, now, path, send }: LogParts): VisitLog {
  let visit: { readonly id: string; readonly startedAt: number; stats: VisitStats } | undefined;
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
        visit = { id: newId(), startedAt: now(), stats: NO_STATS };
        put({ event: 'session_start' }, visit.id);
      }
      put(event, visit.id);
      const counted = COUNTED[event.event];
      if (counted) visit.stats = { ...visit.stats, [counted]: visit.stats[counted] + 1 };
      const article = event.event === 'page_view' ? ARTICLE.exec(event.label ?? path())?.[1] : undefined;
      if (article) put({ event: 'resource_view', label: article }, visit.id);
    },
    end() {
      if (visit) {
        const { id, startedAt, stats } = visit;
        put({ event: 'session_end', value: Math.round((now() - startedAt) / 1000), stats }, id);
      }
      visit = undefined;
      flush();
    },
  };
}
