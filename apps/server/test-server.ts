/** Test server: the API over HTTP, with a separate database. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS, type Limits } from '@bakkum/accounts/attempts';
import { createEqualTime } from '@bakkum/accounts/passwords/equal-time';
import { createPasswords } from '@bakkum/accounts/passwords/password';
import { API_SCOPES, type ApiScope } from '@bakkum/api-contract/api-keys';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { z } from 'zod';
import { createApiServer } from './api-server.ts';
import { readSettings } from './config/settings.ts';
import { startConverting } from './jobs/conversion-worker.ts';
import { createLog, type Log } from './observability/log.ts';
import { closeServices, openServices, type Services } from './services.ts';

export type Visitor = { readonly cookie: string; readonly id: string; readonly email: string };

type Credentials = { readonly email: string; readonly password: string };

export type TestServer = {
  readonly url: string;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly log: Log;
  /** Log lines of every level. */
  readonly lines: readonly string[];
  /** Sends a request like a page of the site. An empty `Origin` omits the header. */
  send(cookie: string, method: string, address: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Creates and signs in a user with a verified address and the password `correct horse`. */
  someone(locale?: 'en' | 'ko', email?: string): Promise<Visitor>;
  /** Creates an API key for a user. Without an id, for a new user. */
  apiKey(personId?: string, scopes?: readonly ApiScope[]): Promise<string>;
  signIn(credentials: Credentials): Promise<Visitor>;
  close(): Promise<void>;
};

/** Starts a test server. @param environment additional settings */
export async function startTestServer(postgresFolder: string, environment: Record<string, string> = {}): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-server-'));
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const database = await createTestDatabase(postgresFolder, []);
  const { user, database: name, host } = database.connection;
  const settings = readSettings({
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    SITE_SECRET: 's'.repeat(40),
    ...environment,
  });
  const services = await openServices(settings, log, {
    limits: generousLimits(),
    passwords: createPasswords({ N: 16, r: 8, p: 1 }),
    equalTime: createEqualTime(0),
  });
  const server = createApiServer(services, log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { send, signIn } = visitorsOf(url);
  const someone: TestServer['someone'] = async (locale = 'en', email = `${randomUUID()}@example.com`) => {
    const account = { email, password: 'correct horse', firstName: '민아', lastName: '김', locale };
    await send('', 'POST', 'account/sign-up', account);
    await database.query('update accounts.users set email_verified = true where email = $1', [account.email]);
    return signIn(account);
  };
  return {
    url,
    services,
    database,
    log,
    lines,
    send,
    signIn,
    someone,
    async apiKey(personId, scopes = API_SCOPES) {
      const made = await services.apiKeys.make(personId ?? (await someone()).id, { name: 'test', scopes }, undefined);
      if (typeof made === 'string') throw new Error(made);
      return made.secret;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await closeServices(services);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a test server with a conversion worker in this process. */
export async function startConvertingServer(
  postgresFolder: string,
  environment: Record<string, string> = {},
): Promise<TestServer> {
  const server = await startTestServer(postgresFolder, { CONVERSIONS_AT_ONCE: '2', ...environment });
  const stop = await startConverting(server.services, server.log);
  return {
    ...server,
    close: async () => {
      await stop();
      await server.close();
    },
  };
}

function visitorsOf(url: string): Pick<TestServer, 'send' | 'signIn'> {
  const send: TestServer['send'] = (cookie, method, address, body, headers = {}) => {
    const { Origin, ...others } = { Origin: url, ...headers };
    return fetch(`${url}/api/${address}`, {
      method,
      headers: {
        ...(Origin && { Origin }),
        Cookie: cookie,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...others,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const signIn: TestServer['signIn'] = async ({ email, password }) => {
    const response = await send('', 'POST', 'account/sign-in', { email, password });
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { person } = z.object({ person: z.object({ id: z.string() }) }).parse(await response.json());
    return { cookie, id: person.id, email };
  };
  return { send, signIn };
}

/** Rate limits that no test reaches. */
export function generousLimits(): Limits {
  return Object.fromEntries(Object.keys(LIMITS).map((rule) => [rule, { count: 10_000, seconds: 60 }])) as unknown as Limits;
}
