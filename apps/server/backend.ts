import { latestAudit } from '@bakkum/credits/audit';
import { mailCounts } from '@bakkum/mail/outbox';
import type { ApiDocument } from '@bakkum/site/api-document';
import { type Live, NOTHING_KNOWN } from '@bakkum/site/live';
import { createApi } from './api.ts';
import type { Settings } from './config/settings.ts';
import { startLive } from './features/status/live.ts';
import type { RequestPage } from './features/status/probes.ts';
import type { NodeEnvironment } from './http/client-address.ts';
import { recentAudit } from './jobs/ledger-audit.ts';
import { startScheduledJobs } from './jobs/scheduled-jobs.ts';
import { conversionMetrics } from './observability/conversion-metrics.ts';
import type { Log } from './observability/log.ts';
import type { Metric } from './observability/metric.ts';
import { closeServices, openServices } from './services.ts';

export type Readiness = {
  readonly ready: boolean;
  /** What keeps it from being ready. */
  readonly problems: readonly string[];
};

/** From request to answer, with what Node's server knows of the request. */
export type Api = {
  fetch(request: Request, environment?: NodeEnvironment['Bindings']): Response | Promise<Response>;
};

/** What stands behind the pages. It opens by itself; pages do not wait for it. */
export type Backend = {
  /** The API, once it is there. Rejects when it cannot be opened. */
  api(): Promise<Api>;
  readiness(): Promise<Readiness>;
  /** Figures of the database and what stands on it; empty while it opens. */
  metrics(): Promise<readonly Metric[]>;
  /** What pages show of the running installation, from memory. */
  live(): Live;
  /** Tells it how a page is asked for, so that it sees whether pages come. */
  servePages(ask: RequestPage): void;
  /** Rejects when it could not be opened, with the reason. */
  readonly opened: Promise<void>;
  /** @param drainMs how long running jobs may take to finish; the rest goes back to the queue */
  close(drainMs: number): Promise<void>;
};

type Opened = Awaited<ReturnType<typeof open>>;

/**
 * Opens the database, the API and, unless this process only answers requests, does the chores.
 * @param listening what it waits for: where the port is taken, no database is started
 */
export function startBackend(settings: Settings, log: Log, listening: Promise<unknown> = Promise.resolve()): Backend {
  let state: 'opening' | 'open' | 'failed' | 'closed' = 'opening';
  let live = NOTHING_KNOWN;
  let requestPage: RequestPage = () => Promise.reject(new Error('this process shows no pages'));
  const opening = listening.then(() => open(settings, log, (path) => requestPage(path)));
  opening.then(
    (opened) => {
      state = 'open';
      live = opened.live;
    },
    () => {
      state = 'failed';
    },
  );
  const opened = opening.then(() => undefined);
  // It may fail before main.ts waits for it. That is no unhandled rejection: whoever waits later still gets the error.
  opened.catch(() => undefined);
  return {
    api: async () => (await opening).api,
    live: () => live,
    servePages: (ask) => {
      requestPage = ask;
    },
    opened,
    readiness: async () => (state === 'open' ? readinessOf(await opening) : { ready: false, problems: [state] }),
    metrics: async () => (state === 'open' ? metricsOf(await opening) : []),
    close: async (drainMs) => {
      const opened = await opening.catch(() => undefined);
      state = 'closed';
      await opened?.close(drainMs);
    },
  };
}

async function open(settings: Settings, log: Log, requestPage: RequestPage) {
  const services = await openServices(settings, log);
  const api = createApi(services, log);
  const watched = settings.role === 'worker' ? undefined : startLive(services, log, requestPage);
  // Nobody waits for it; a failure is in the log, and the process goes on answering.
  const begun = begin(services, settings).catch((error: Error) => {
    log.error('work-not-begun', { error: error.message });
    return () => Promise.resolve();
  });
  return {
    services,
    api,
    live: watched ? { ...watched.live, apiDocument: describedBy(api, settings.origin) } : NOTHING_KNOWN,
    close: async (drainMs: number) => {
      await watched?.stop();
      await (await begun)();
      await closeServices(services, drainMs);
    },
  };

  async function begin(opened: typeof services, { role }: Settings): Promise<() => Promise<void>> {
    await recentAudit(opened, log);
    return role === 'web' ? () => Promise.resolve() : startScheduledJobs(opened, log);
  }
}

/** The API's own document, asked for as anybody does, the first time a page shows it. */
function describedBy(api: Api, origin: string): Live['apiDocument'] {
  let document: Promise<ApiDocument | undefined> | undefined;
  const ask = async (): Promise<ApiDocument | undefined> => {
    const answer = await api.fetch(new Request(`${origin}/api/v1/openapi.json`));
    return answer.ok ? ((await answer.json()) as ApiDocument) : undefined;
  };
  return () => {
    document ??= ask();
    return document;
  };
}

async function readinessOf({ services }: Opened): Promise<Readiness> {
  try {
    const audit = await latestAudit(services.database);
    if (!audit) return { ready: false, problems: ['ledger not read yet'] };
    // A worker that may not convert is none; pages do not depend on it.
    if (services.settings.role === 'worker' && (await services.converter()).problem)
      return { ready: false, problems: ['sandbox'] };
    return audit.violations.length === 0 ? { ready: true, problems: [] } : { ready: false, problems: ['ledger'] };
  } catch {
    return { ready: false, problems: ['database'] };
  }
}

async function metricsOf({ services }: Opened): Promise<readonly Metric[]> {
  const [mails, jobs, audit, conversions] = await Promise.all([
    mailCounts(services.database),
    services.jobs.counts(),
    latestAudit(services.database),
    conversionMetrics(services),
  ]);
  return [
    ...conversions,
    ...Object.entries(mails).map(([state, value]) => ({
      name: 'bakkum_mails',
      help: 'Mails in the outbox',
      value,
      labels: { state },
    })),
    ...jobs.flatMap(({ kind, ...states }) =>
      Object.entries(states).map(([state, value]) => ({
        name: 'bakkum_jobs',
        help: 'Jobs by kind and state',
        value,
        labels: { kind, state },
      })),
    ),
    {
      name: 'bakkum_ledger_violations',
      help: 'Contradictions in the ledger when it was last read',
      value: audit?.violations.length ?? 0,
    },
  ];
}
