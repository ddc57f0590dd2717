import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NoSpace } from '@bakkum/blobs/disk-reserve';
import { createS3Store, StoreRefused } from '@bakkum/blobs/s3-store';
import { openPostgres } from '@bakkum/database/postgres-database';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { isOutOfSpace, isTransient } from './transient-errors.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error: Error) => error,
  );

const connect = (connection: { readonly host: string; readonly port?: number }): Promise<Error> =>
  failureOf(openPostgres({ kind: 'external', connection, migrations: [] }));

async function listening(store: Server): Promise<string> {
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
}

/** Wraps an error like a failed query does. */
const ofQuery = (cause: Error): Error => new Error('Failed query: select 1', { cause });

describe('an unavailable database', () => {
  it.each([
    ['refuses', () => connect({ host: '127.0.0.1', port: 1 })],
    ['has no socket', () => connect({ host: '/nowhere' })],
    ['has no address', () => connect({ host: 'nowhere.invalid' })],
    ['shuts down', () => failureOf(server.services.database.query('select pg_terminate_backend(pg_backend_pid())'))],
  ])('%s', async (_, fail) => {
    const failure = await fail();
    expect([isTransient(failure), isTransient(ofQuery(failure))]).toEqual([true, true]);
  });

  it('differs from a failing statement and a missing file', async () => {
    // The pool may still hold the connection that the test before ended.
    await expect.poll(() => server.services.database.query('select 1 as one').catch(isTransient)).toEqual([{ one: 1 }]);
    const failures = [
      await failureOf(server.services.database.query('select nothing_of_this_name')),
      ofQuery(new Error('a defect')),
      Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }),
      'words',
    ];
    expect(failures.map(isTransient)).toEqual([false, false, false, false]);
  });
});

describe('an unavailable store', () => {
  it.each(['EROFS', 'EIO'])('includes a disk that fails with %s', (code) => {
    expect(isTransient(Object.assign(new Error(code), { code, syscall: 'open' }))).toBe(true);
  });

  const ask = (endpoint: string) =>
    failureOf(createS3Store({ endpoint, bucket: 'b', region: 'r', accessKeyId: 'i', secretAccessKey: 's' }).get('a'));

  it.each([
    [429, true],
    [500, true],
    [503, true],
    [403, false],
  ])('answers %i: %s', async (status, away) => {
    const store = createServer((_request, response) => response.writeHead(status).end());
    const failure = await ask(await listening(store));
    store.close();
    expect(isTransient(failure)).toBe(away);
  });

  it('does not respond', async () => {
    const store = createServer((request) => request.socket.destroy());
    const endpoint = await listening(store);
    const failures = [await ask(endpoint)];
    store.close();
    failures.push(await ask('http://127.0.0.1:1'), new StoreRefused('silent'));
    expect(failures.map(isTransient)).toEqual([true, true, true]);
  });
});

describe('while the database is unavailable', () => {
  let spies: { mockRestore(): void }[] = [];
  const goAway = async (): Promise<void> => {
    const refused = await connect({ host: '127.0.0.1', port: 1 });
    const { database } = server.services;
    spies = [vi.spyOn(database, 'query').mockRejectedValue(refused), vi.spyOn(database, 'execute').mockRejectedValue(refused)];
  };
  const comeBack = (): void => {
    for (const spy of spies) spy.mockRestore();
  };
  afterEach(comeBack);

  const answered = async (response: Response) => [response.status, response.headers.get('Retry-After'), await response.json()];
  const away = (code: string, message: RegExp = /./) => [503, '5', { error: { code, message: expect.stringMatching(message) } }];

  it('returns Retry-After in both APIs', async () => {
    const key = await server.apiKey();
    await goAway();
    const jobs = await fetch(`${server.url}/api/v1/jobs`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await answered(jobs)).toMatchObject(away('UNAVAILABLE'));
    const vote = { article: 'archives-and-file-names', reader: randomUUID(), stars: 5 };
    expect(await answered(await server.send('', 'POST', 'ratings', vote))).toMatchObject(away('unavailable'));
  });

  it.each([
    ['GET', 'account/session'],
    ['GET', 'account/sessions'],
    ['GET', 'account/api-keys'],
    ['GET', 'credits'],
    ['GET', 'credits/statement'],
    ['GET', 'images'],
    ['GET', 'images/studio'],
    ['GET', 'images/events'],
    ['GET', 'payments'],
    ['POST', 'account/sign-out'],
    ['POST', 'account/change-password', { current: 'correct horse', next: 'correct horses' }],
    ['POST', 'account/sign-in', { email: 'someone@example.com', password: 'correct horse', remember: true }],
  ])('tells who is signed in so, in their language: %s %s', async (method, address, body?: object) => {
    const { cookie } = await server.someone();
    await goAway();
    const ask = (language: string) => server.send(cookie, method, address, body, { 'Accept-Language': language });
    expect(await answered(await ask('en'))).toMatchObject(away('unavailable', /Nothing was lost/));
    expect(await answered(await ask('ko'))).toMatchObject(away('unavailable', /데이터는 그대로 있으니/));
    comeBack();
    const after = await server.send(cookie, 'GET', 'account/session');
    expect(await after.json()).toMatchObject({ person: { firstName: '민아' } });
  });

  it('serves routes that need no database', async () => {
    await goAway();
    expect((await server.send('', 'GET', 'account/session')).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/openapi.json`)).status).toBe(200);
  });
});

it('recognises a disk without space, of files and of the database', async () => {
  const statement = "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$";
  const full = await failureOf(server.database.query(statement));
  const file = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  expect([full, file, new NoSpace('the disk is full')].map(isOutOfSpace)).toEqual([true, true, true]);
  expect(isOutOfSpace(await failureOf(server.database.query('select nonsense')))).toBe(false);
});
