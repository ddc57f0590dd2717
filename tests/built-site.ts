import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';

/** Time limit for a hanging start, in milliseconds; the first start creates a database. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5_000;
const ROOT = path.resolve(import.meta.dirname, '..');

/** The built site, served by the product's own server. */
export type Site = {
  /** Without a trailing slash: `http://127.0.0.1:41234`. */
  readonly baseUrl: string;
  /** Data folder of the server, including its database. */
  readonly dataDir: string;
  close(): Promise<void>;
};

/**
 * Serves the result of `npm run build` on a free local port with its own data folder.
 * @param environment settings in addition to the required ones
 */
export async function serveBuiltSite(environment: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bakkum-site-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { baseUrl, stop } = await startBuiltServer(dataDir, environment);
    return { baseUrl, dataDir, close: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A server process of the built site. */
export type BuiltServer = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Everything it has written so far. */
  readonly log: () => string;
  /** Ends the process. Default: SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts the built server with this data folder, which remains. `PORT` in the environment replaces the free port.
 * @param check the address that answers once it has started
 * @throws with the output of a server that does not start
 */
export async function startBuiltServer(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  check: '/readyz' | '/healthz' = '/readyz',
): Promise<BuiltServer> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...SERVER_FLAGS, path.join(ROOT, 'apps/server/build/main.js')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      PRECOMPRESS: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collectOutput(server);
  try {
    await untilItAnswers(server, baseUrl + check);
  } catch (cause) {
    await stopServer(server);
    throw new Error(`the server did not start:\n${log()}`, { cause });
  }
  const stop: BuiltServer['stop'] = (signal) => stopServer(server, signal);
  return { baseUrl, log, stop };
}

/** Returns a TCP port of this machine that nothing uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}

function collectOutput(server: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  server.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  server.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

async function untilItAnswers(server: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`it ended with code ${server.exitCode}`);
    if (await isReady(address)) return;
    await wait(100);
  }
  throw new Error(`no answer from ${address} within ${START_TIMEOUT_MS} ms`);
}

/** Pages are served before the database is ready; accounts are not. */
async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false; // not listening yet
  }
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  const late = wait(STOP_TIMEOUT_MS).then(() => server.kill('SIGKILL'));
  await Promise.race([ended, late]);
}
