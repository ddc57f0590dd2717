import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Listener, Subscription } from './database.ts';

/** Wait before the first reconnect; doubles up to the maximum. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;
const MAX_GOODBYE_MS = 2000;

/**
 * Listens to a PostgreSQL channel on a dedicated connection, which is reopened whenever it ends. Returns at once; a server that
 * does not answer yet is retried.
 */
export function listen(connection: pg.ClientConfig, channel: string, listener: Listener): Subscription {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connection, application_name: 'bakkum-listen', keepAlive: true });
    client = fresh;
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh, new Error('the connection ended')));
    fresh.on('notification', ({ payload }) => {
      if (client === fresh && payload !== undefined) listener.onMessage(payload);
    });
    await fresh.connect();
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (client !== fresh) return;
    failures = 0;
    listener.onConnected();
  };
  const open = (): void => {
    const attempt = connect();
    const current = client;
    attempt.catch((error: Error) => lost(current, error));
  };
  const lost = (which: pg.Client | undefined, error: Error): void => {
    if (which !== client || closed) return;
    client = undefined;
    // The connection has already failed, so errors on closing it add nothing.
    void which?.end().catch(() => undefined);
    timer = setTimeout(open, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
    failures += 1;
    listener.onLost(error);
  };

  open();
  return {
    reconnect: () => lost(client, new Error('reconnecting')),
    async close() {
      closed = true;
      clearTimeout(timer);
      // A server that hangs does not confirm the end.
      await Promise.race([client?.end(), wait(MAX_GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}
