import { latestAudit } from '@bakkum/credits/audit';
import type { ApiDocument } from '@bakkum/site/api-document';
import { EMPTY_LIVE, type Live } from '@bakkum/site/live';
import { createApi } from './api.ts';
import { isStoreWritable } from './blobs.ts';
import type { Settings } from './config/settings.ts';
import { startLive } from './features/status/live.ts';
import type { RequestPage } from './features/status/probes.ts';
import type { NodeEnvironment } from './http/requests/client-address.ts';
import { isUnprotected } from './jobs/conversion-worker.ts';
import { recentAudit } from './jobs/ledger-audit.ts';
import { startScheduledJobs } from './jobs/scheduled-jobs.ts';
import { startWorkSweep } from './jobs/work-sweep.ts';
import type { Log } from './observability/log.ts';
import { createServiceMetrics } from './observability/service-metrics.ts';
import { closeServices, openServices, workRootOf } from './services.ts';

export type Readiness = {
  readonly ready: boolean;
  /** Reasons why the process is not ready. */
  readonly problems: readonly string[];
};

/** Handles a request, with the connection details of Node's HTTP server. */
export type Api = {
  fetch(request: Request, environment?: NodeEnvironment['Bindings']): Response | Promise<Response>;
};

/** Database, API and background jobs. Opens asynchronously; pages do not wait for it. */
export type Backend = {
  /** Resolves with the API once it has opened. Rejects if opening fails. */
  api(): Promise<Api>;
  readiness(): Promise<Readiness>;
  /** Metrics of the database and its services in the Prometheus text format. Empty while opening. */
  metrics(): Promise<string>;
  /** Live data for pages, read from memory. */
  live(): Live;
  /** Registers the function that the status check uses to request a page. */
  servePages(ask: RequestPage): void;
  /** Rejects with the reason if opening fails. */
  readonly opened: Promise<void>;
  /** @param drainMs milliseconds that running jobs get to finish; the others return to the queue */
  close(drainMs: number): Promise<void>;
};

type Opened = Awaited<ReturnType<typeof open>>;

/**
 * Opens the database and the API, and starts scheduled jobs unless this process only serves requests.
 * @param listening resolves once the port is open; no database is started if the port is already in use
 */
export function startBackend(settings: Settings, log: Log, listening: Promise<unknown> = Promise.resolve()): Backend {
  let state: 'opening' | 'open' | 'failed' | 'closed' = 'opening';
  let live = EMPTY_LIVE;
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
  // Opening can fail before main.ts awaits it. Later awaits still receive the error.
  opened.catch(() => undefined);
  return {
    api: async () => (await opening).api,
    live: () => live,
    servePages: (ask) => {
      requestPage = ask;
    },
    opened,
    readiness: async () => (state === 'open' ? readinessOf(await opening) : { ready: false, problems: [state] }),
    metrics: async () => (state === 'open' ? (await opening).metrics() : ''),
    close: async (drainMs) => {
      const opened = await opening.catch(() => undefined);
      state = 'closed';
      await opened?.close(drainMs);
    },
  };
}

async function open(settings: Settings, log: Log, requestPage: RequestPage) {
  const services = await openServices(settings, log);
  const workSweep = startWorkSweep(workRootOf(settings), log);
  const api = createApi(services, log);
  const watched = settings.role === 'worker' ? undefined : startLive(services, log, requestPage);
  // Not awaited: a failure is logged, and the process keeps serving requests.
  const jobsStarted = startJobs(services, settings).catch((error: Error) => {
    log.error('work-not-begun', { error: error.message });
    return () => Promise.resolve();
  });
  return {
    services,
    api,
    metrics: createServiceMetrics(services),
    live: watched ? { ...watched.live, apiDocument: describedBy(api, settings.origin) } : EMPTY_LIVE,
    close: async (drainMs: number) => {
      await Promise.all([watched?.stop(), workSweep.stop()]);
      await (await jobsStarted)();
      await closeServices(services, drainMs);
    },
  };

  async function startJobs(opened: typeof services, { role }: Settings): Promise<() => Promise<void>> {
    // Every worker audits hourly. Without a recent audit its jobs still start.
    await recentAudit(opened, log).catch((error: Error) => log.error('ledger-not-audited', { error: error.message }));
    return role === 'web' ? () => Promise.resolve() : startScheduledJobs(opened, log);
  }
}

/** Fetches the API's OpenAPI document on first use and caches it. */
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

/** Whether this process converts files of strangers without a sandbox. It is ready, but the operator should know. */
async function isExposed({ settings, converter }: Opened['services']): Promise<boolean> {
  return settings.role !== 'web' && isUnprotected(settings, await converter());
}

async function readinessOf({ services }: Opened): Promise<Readiness> {
  try {
    const audit = await latestAudit(services.database);
    if (!audit) return { ready: false, problems: ['ledger not read yet'] };
    // A worker without a sandbox cannot convert and is not ready. Pages do not depend on it.
    if (services.settings.role === 'worker' && (await services.converter()).problem)
      return { ready: false, problems: ['sandbox'] };
    if (audit.violations.length > 0) return { ready: false, problems: ['ledger'] };
    const disk = await services.disk.state();
    const isClockRight = services.clock.isRight();
    const isWritable = await isStoreWritable(services.settings);
    // Pages, sign-in and downloads still work with little space left, a read-only store or a wrong clock, so the process stays in
    // rotation and names the problem. A worker can convert only with a writable store and the right time.
    const isReady = disk !== 'critical' && ((isClockRight && isWritable) || services.settings.role !== 'worker');
    const problems = [
      ...(disk === 'enough' ? [] : ['disk']),
      ...(isWritable ? [] : ['files read-only']),
      ...(isClockRight ? [] : ['clock']),
      ...((await isExposed(services)) ? ['no sandbox'] : []),
    ];
    return { ready: isReady, problems };
  } catch {
    return { ready: false, problems: ['database'] };
  }
}
