import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareDataDir } from '../config/data-dir.ts';
import { type Settings, SettingsError } from '../config/settings.ts';
import type { Log } from '../observability/log.ts';
import { drainRequestBodies } from './requests/drain-request-body.ts';
import { enforceRequestTimeouts } from './requests/request-timeouts.ts';

/** Time for requests and jobs to finish after a signal. */
type ShutdownTimeouts = { readonly requestsMs: number; readonly jobsMs: number };

/** Time for open requests to finish after SIGTERM or SIGHUP, in milliseconds. */
const GRACE_MS = 10_000;
/** After Ctrl+C, endless streams are closed early, and jobs return to the queue for the next start. */
const INTERRUPTED: ShutdownTimeouts = { requestsMs: 300, jobsMs: 0 };

/** Signals within this time count as one, in milliseconds. */
const REPEATED_SIGNAL_MS = 1000;
/** Timeout of request headers, in milliseconds. Slower clients are slow on purpose. */
const HEAD_TIMEOUT_MS = 15_000;
/**
 * Time that a connection stays open after a response, in milliseconds. Longer than reverse proxies and clients keep it, usually
 * 60 s: otherwise one of them sends a request just when the connection is closed.
 */
const KEEP_ALIVE_MS = 75_000;

/** Closes the backend. Jobs that take longer than this many milliseconds return to the queue. */
type Close = (drainMs: number) => Promise<void>;

/** Starts listening, prints the address, and shuts down cleanly on SIGINT, SIGTERM and SIGHUP. */
export async function listen(server: Server, settings: Settings, log: Log, close: Close): Promise<void> {
  enforceRequestTimeouts(server);
  drainRequestBodies(server);
  server.headersTimeout = HEAD_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await prepareDataDir(settings.dataDir);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, settings)));
    server.listen({ port: settings.port, ...(settings.host && { host: settings.host }) }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${settings.brand} is running at http://${urlHost(settings.host)}:${port} (data in ${settings.dataDir})\n`,
  );
  stopOnSignals(server, settings.drainMs, log, close);
}

/** Errors of listening that a setting causes, by code. */
const LISTEN_REASONS: Readonly<Record<string, (settings: Settings) => string>> = {
  EADDRINUSE: ({ port }) => `PORT: another program uses ${port}; choose a free port`,
  EACCES: ({ port }) => `PORT: this user may not use ${port}; choose 1024 or higher`,
  EADDRNOTAVAIL: ({ host }) => `HOST: this machine has no address ${host ?? ''}`,
  ENOTFOUND: ({ host }) => `HOST: there is no host ${host ?? ''}`,
};

function describeListenError(error: NodeJS.ErrnoException, settings: Settings): Error {
  const reason = LISTEN_REASONS[error.code ?? '']?.(settings);
  return reason === undefined ? error : new SettingsError(reason);
}

/** The terminal and npm both forward Ctrl+C, so it arrives twice. Only a later repetition exits immediately. */
function stopOnSignals(server: Server, drainMs: number, log: Log, close: Close): void {
  let stopRequestedAt: number | undefined;
  const onSignal = (signal: string): void => {
    const timeouts = signal === 'SIGINT' ? INTERRUPTED : { requestsMs: GRACE_MS, jobsMs: drainMs };
    if (stopRequestedAt === undefined) {
      log.info('stopping', { signal });
      void stop(server, timeouts, log, close);
    } else if (Date.now() - stopRequestedAt > REPEATED_SIGNAL_MS) process.exit(1);
    stopRequestedAt ??= Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

function urlHost(host: string | undefined): string {
  if (!host || ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function stop(server: Server, { requestsMs, jobsMs }: ShutdownTimeouts, log: Log, close: Close): Promise<void> {
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), requestsMs);
  await answered;
  clearTimeout(late);
  await close(jobsMs).catch((error: Error) => log.error('stopped-badly', { error: error.message }));
  process.exit(0);
}
