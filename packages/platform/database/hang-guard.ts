import pg from 'pg';
import { ConnectionLost } from './sql.ts';

/** Waits in milliseconds. Together at most 5 seconds pass until a request to a server that does not answer fails. */
export type HangTimes = {
  /** How long a request may take before we check whether the server still responds. */
  readonly suspectMs: number;
  /** How long the server has for it, including the connection. */
  readonly probeMs: number;
};
export const HANG_TIMES: HangTimes = { suspectMs: 2000, probeMs: 2500 };

/** Rejects a request with `ConnectionLost` when the server has stopped answering. */
export type HangGuard = <Result>(request: Promise<Result>) => Promise<Result>;

/**
 * Tells a server that hangs from a statement that is slow. A network that drops packets or a machine that stands still reports
 * nothing, so requests would wait for minutes. While a request takes long, the server is asked on a connection of its own.
 */
export function createHangGuard(connection: pg.ClientConfig, { suspectMs, probeMs }: HangTimes = HANG_TIMES): HangGuard {
  let asking: Promise<boolean> | undefined;
  const isHung = (): Promise<boolean> => {
    asking ??= probe(connection, probeMs).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async (request) => {
    const hung = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      timer = setTimeout(() => void ask(), suspectMs);
    };
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (await isHung()) hung.reject(new ConnectionLost('The database does not answer'));
      else if (!isOver) watch();
    };
    watch();
    try {
      return await Promise.race([request, hung.promise]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  };
}

/** Returns whether the server gives no sign of life. A refusal is one: too many connections, or a restart. */
async function probe(connection: pg.ClientConfig, probeMs: number): Promise<boolean> {
  const client = new pg.Client({ ...connection, application_name: 'bakkum-probe', connectionTimeoutMillis: probeMs });
  // Both the request and this listener receive the error.
  client.on('error', () => undefined);
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), probeMs);
  const answered = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => false,
      () => false,
    );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
    // An unresponsive connection cannot be closed cleanly, and waiting for it would hang too.
    void client.end().catch(() => undefined);
  }
}
