/** Passes visits on to the operator's analytics service, from the server, for visitors who agreed. */
import type { CleanEvent } from '@bakkum/analytics/analytics';
import { localePath } from '@bakkum/i18n/locale';
import type { Outbound } from '@bakkum/outbound/outbound';
import type { PublicSettings, VisitFormat } from '../../config/public-settings.ts';
import type { Log } from '../../observability/log.ts';

/** Maximum number of requests on their way; further events are dropped, because statistics are not worth memory. */
const MAX_PENDING = 50;
const TIMEOUT_MS = 10_000;

export type SharedEvent = CleanEvent & {
  /** Path of the page in the default language. */
  readonly page: string;
};

export type VisitShare = {
  /** Sends events in the background. */
  add(events: readonly SharedEvent[]): void;
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>;
};

type ShareParts = {
  readonly target: NonNullable<PublicSettings['sharedVisits']>;
  readonly origin: string;
  readonly outbound: Outbound;
  readonly log: Log;
};

export function createVisitShare({ target, origin, outbound, log }: ShareParts): VisitShare {
  const pending = new Set<Promise<void>>();
  const send = async (body: unknown): Promise<void> => {
    try {
      const answer = await outbound.ask({
        url: target.url,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      answer.body.destroy();
      if (answer.status >= 400) log.error('visit-not-shared', { status: answer.status });
    } catch (error) {
      log.error('visit-not-shared', { error: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    add(events) {
      for (const body of BODIES[target.format](events, origin)) {
        if (pending.size >= MAX_PENDING) return log.error('visit-not-shared', { error: 'too many requests on their way' });
        const sending = send(body).finally(() => pending.delete(sending));
        pending.add(sending);
      }
    },
    async settled() {
      await Promise.all(pending);
    },
  };
}

type Bodies = (events: readonly SharedEvent[], origin: string) => readonly unknown[];

const addressOf = ({ locale, page }: SharedEvent, origin: string): string => new URL(localePath(locale, page), origin).href;

const detailsOf = ({ category, label, value, locale }: SharedEvent) => ({
  ...(category !== '' && { category }),
  ...(label !== '' && { label }),
  ...(value !== undefined && { value }),
  locale,
});

/** Request bodies in the form each service documents. */
const BODIES: Readonly<Record<VisitFormat, Bodies>> = {
  json: (events, origin) => [
    {
      events: events.map((event) => ({
        event: event.event,
        session: event.session,
        url: addressOf(event, origin),
        ...detailsOf(event),
        ...event.stats,
      })),
    },
  ],
  plausible: (events, origin) =>
    events.map((event) => ({
      name: event.event === 'page_view' ? 'pageview' : event.event,
      url: addressOf(event, origin),
      domain: new URL(origin).hostname,
      props: detailsOf(event),
    })),
  ga4: (events, origin) =>
    [...Map.groupBy(events, ({ session }) => session)].map(([session, own]) => ({
      client_id: session,
      non_personalized_ads: true,
      events: own.map((event) => ({
        name: event.event,
        params: { page_location: addressOf(event, origin), ...detailsOf(event), ...event.stats },
      })),
    })),
};
