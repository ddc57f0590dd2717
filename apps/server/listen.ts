import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { holdBodiesToTime } from './body-times.ts';
import { letHalfReadBodiesPass } from './half-read-bodies.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/** How long open requests may take to finish once the server is told to stop. */
const GRACE_MS = 10_000;

/** Signals that come within this time are the same wish. */
const ONE_WISH_MS = 1000;
/** A client that takes longer to send the head of a request is slow on purpose. */
const HEAD_TIMEOUT_MS = 15_000;

/** Starts listening, says where, and stops cleanly on SIGINT and SIGTERM: `close` ends what is behind the server. */
export async function listen(server: Server, settings: Settings, log: Log, close: () => Promise<void>): Promise<void> {
  holdBodiesToTime(server);
  letHalfReadBodiesPass(server);
  server.headersTimeout = HEAD_TIMEOUT_MS;
  mkdirSync(settings.dataDir, { recursive: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, ...(settings.host && { host: settings.host }) }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${settings.brand} is running at http://${urlHost(settings.host)}:${port} (data in ${settings.dataDir})\n`,
  );
  stopOnSignals(server, log, close);
}

/** A terminal and npm both pass Ctrl-C on, so the same wish comes twice; only one who asks again later wants it at once. */
function stopOnSignals(server: Server, log: Log, close: () => Promise<void>): void {
  let askedAt: number | undefined;
  const onSignal = (signal: string): void => {
    if (askedAt === undefined) void stop(server, log, signal, close);
    else if (Date.now() - askedAt > ONE_WISH_MS) process.exit(1);
    askedAt ??= Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

function urlHost(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function stop(server: Server, log: Log, signal: string, close: () => Promise<void>): Promise<void> {
  log.info('stopping', { signal });
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await answered;
  clearTimeout(late);
  await close().catch((error: Error) => log.error('stopped-badly', { error: error.message }));
  process.exit(0);
}
