import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from './database.ts';
import { HANG_TIMES } from './hang-guard.ts';
import { openPostgres } from './postgres-database.ts';
import { ConnectionLost } from './sql.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Soon sure of a server that does not answer. On a busy machine this may also be one that lives. */
const TIMES = { suspectMs: 50, probeMs: 200 };
/** Asks for a sign of life as soon, and waits for it. */
const PATIENT = { suspectMs: 50, probeMs: 120_000 };
let shared: TestDatabase;
let network: Awaited<ReturnType<typeof openNetwork>>;
let database: Database;
let patient: Database;

/** A network to the database that can stop passing on data without closing anything. */
async function openNetwork(address: string) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  const server: Server = createServer((near) => {
    const far = createConnection(address);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair)
      socket.on('error', () => undefined).on('close', () => [near.destroy(), far.destroy(), pairs.delete(pair)]);
    near.on('data', (data) => void (frozen || far.write(data)));
    far.on('data', (data) => void (frozen || near.write(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    close: () => {
      for (const [near] of pairs) near.destroy();
      server.close();
    },
  };
}

beforeAll(async () => {
  shared = await createTestDatabase(inject('postgresFolder'), []);
  network = await openNetwork(path.join(shared.connection.host, '.s.PGSQL.5432'));
  const connection = { ...shared.connection, host: '127.0.0.1', port: network.port };
  const open = (hangTimes: typeof TIMES) =>
    openPostgres({ kind: 'external', connection, migrations: [], poolSize: 2, hangTimes });
  [database, patient] = await Promise.all([open(TIMES), open(PATIENT)]);
});
afterAll(async () => {
  network.thaw();
  await Promise.all([database.close(), patient.close()]);
  network.close();
  await shared.close();
});
beforeEach(() => network.thaw());

it('waits at most five seconds', () => {
  expect(HANG_TIMES.suspectMs + HANG_TIMES.probeMs).toBeLessThan(5000);
});

describe('a server that stops answering', () => {
  it('fails a statement, a transaction and every request that waits for a connection', async () => {
    await expect.poll(() => database.query('select 1 as n').catch(() => [])).toEqual([{ n: 1 }]);
    network.freeze();
    const requests = [
      () => database.query('select 1'),
      () => database.query('select $1::int', [1]),
      () => database.run('select 1; select 2'),
      () => database.execute('select 1', []),
      () => database.transaction((sql) => sql.query('select 1')),
      () => database.transaction((sql) => sql.query('select 1'), { safely: false }),
    ];
    const outcomes = await Promise.allSettled(requests.map((request) => request()));
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof ConnectionLost)).toEqual(
      requests.map(() => true),
    );
  });

  it('is used again when it answers', async () => {
    network.freeze();
    await expect(database.query('select 1')).rejects.toThrow(ConnectionLost);
    network.thaw();
    await expect.poll(() => database.query('select 2 as n').catch(() => []), { timeout: 60_000 }).toEqual([{ n: 2 }]);
  });

  it('fails a transaction that has begun', async () => {
    const work = database.transaction(async (sql) => {
      await sql.query('select 1');
      network.freeze();
      return sql.query('select 2');
    });
    await expect(work).rejects.toThrow(ConnectionLost);
  });
});

it('lets a slow statement finish while the server lives', async () => {
  expect(await patient.query("select pg_sleep(1)::text, 'done' as state")).toMatchObject([{ state: 'done' }]);
});

it('keeps a connection after a failed statement', async () => {
  const pid = async () => (await patient.query('select pg_backend_pid() as pid'))[0]?.['pid'];
  const before = await pid();
  await expect(patient.query('select 1/0')).rejects.toThrow('division by zero');
  await expect(patient.transaction((sql) => sql.query('select 1/0'))).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
});

it('opens another connection after the server has ended one', async () => {
  const suicide = 'select pg_terminate_backend(pg_backend_pid())';
  await expect(patient.query(suicide)).rejects.toThrow('terminating connection');
  await expect(patient.transaction((sql) => sql.query(suicide))).rejects.toThrow('terminating connection');
  expect(await patient.query('select 1 as n')).toEqual([{ n: 1 }]);
});
