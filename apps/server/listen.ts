import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/** How long open requests may take to finish once the server is told to stop. */
const GRACE_MS = 10_000;

/** Starts listening, says where, and stops cleanly on SIGINT and SIGTERM. */
export async function listen(server: Server, settings: Settings, log: Log): Promise<void> {
  mkdirSync(settings.dataDir, { recursive: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, ...(settings.host && { host: settings.host }) }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${settings.brand} is running at http://${urlHost(settings.host)}:${port} (data in ${settings.dataDir})\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(server, log, signal));
}

function urlHost(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function stop(server: Server, log: Log, signal: string): void {
  log.info('stopping', { signal });
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => {
    server.closeAllConnections();
    process.exit(0);
  }, GRACE_MS).unref();
}
