import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { CannotRunHere, DatabaseUnavailable } from './database.ts';
import { packagedPrograms, withLibraryLinks } from './postgres-programs.ts';
import { changeFolderOwner, findLaunch, identity, type Launch, runOnce } from './postgres-user.ts';
import { sqlState } from './sql.ts';
import { withStartLock } from './start-lock.ts';

const USER = 'bakkum';
const POLL_MS = 10;
/** Crash recovery replays everything written since the last checkpoint, which may take this long. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
/** A socket path may have 107 bytes on Linux and 103 on macOS; `/.s.PGSQL.5432` is appended to the folder. */
const MAX_SOCKET_FOLDER_LENGTH = 88;
const END_OF_LOG_CHARACTERS = 1500;

/** Connection settings of the server, for `pg`. */
export type Connection = { readonly host: string; readonly user: string; readonly database: string };

export type EmbeddedPostgres = {
  readonly connection: Connection;
  /** `created`: new data folder. `adopted`: the server was already running, started by a crashed or a live process. */
  readonly how: 'created' | 'started' | 'adopted';
  readonly pid: number;
};

export type EmbeddedOptions = {
  /** All files are stored below this folder, which is created if missing. */
  readonly folder: string;
  /** Server settings, `name=value`. */
  readonly settings?: readonly string[];
};

/** Whether npm installed a PostgreSQL that starts on this machine. */
export function hasEmbeddedPostgres(): boolean {
  return packagedPrograms() !== undefined;
}

/** Whether a PostgreSQL data folder exists. */
export function hasEmbeddedData(folder: string): boolean {
  return existsSync(path.join(placeOf(folder).data, 'PG_VERSION'));
}

/**
 * Ensures that a PostgreSQL runs on that folder: adopts a running one or starts one, creating a data folder if needed. Several
 * processes may call this at the same time; they share one server. It listens on a socket in its own folder, never on the
 * network, and outlives this process unless stopped.
 * @throws DatabaseUnavailable
 */
export async function ensurePostgres({ folder, settings = [] }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withStartLock(folder, async () => {
    const place = placeOf(folder);
    if (await answers(place.connection)) return { connection: place.connection, how: 'adopted', pid: runningPid(place) };
    const launch = await launchFor(folder);
    const created = await createCluster(place, launch);
    await start(place, launch, settings);
    return { connection: place.connection, how: created ? 'created' : 'started', pid: runningPid(place) };
  });
}

/** Stops the server of that folder: open transactions are rolled back, committed data is on disk. */
export async function stopPostgres(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await withStartLock(folder, async () => {
    const place = placeOf(folder);
    const pid = lockedPid(place);
    if (pid === undefined || !isPostgres(pid)) return;
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isPostgres(pid) && Date.now() < deadline) await wait(POLL_MS);
  });
}

type Place = {
  readonly folder: string;
  readonly data: string;
  readonly sockets: string;
  readonly log: string;
  readonly connection: Connection;
};

function placeOf(folder: string): Place {
  const near = path.join(folder, 'socket');
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);
  const sockets = Buffer.byteLength(near) <= MAX_SOCKET_FOLDER_LENGTH ? near : path.join(os.tmpdir(), `bakkum-${name}`);
  const connection = { host: sockets, user: USER, database: 'postgres' };
  return { folder, data: path.join(folder, 'data'), sockets, log: path.join(folder, 'postgres.log'), connection };
}

async function launchFor(folder: string): Promise<Launch> {
  const programs = packagedPrograms();
  const launch = programs && (await findLaunch(withLibraryLinks(programs, path.join(folder, 'programs')), folder));
  if (launch) return launch;
  throw new CannotRunHere(
    programs
      ? `PostgreSQL cannot run here: as root it needs a folder that the user "nobody" can reach, or user namespaces. Start the server as another user, or set DATABASE_URL or DATA_DIR (now ${folder}).`
      : 'There is no PostgreSQL in npm for this system. Set DATABASE_URL.',
  );
}

/** Created under another name and renamed when complete, so that half a data folder is never taken for a whole one. */
async function createCluster(place: Place, launch: Launch): Promise<boolean> {
  if (hasEmbeddedData(place.folder)) return false;
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const args = ['-D', draft, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--data-checksums'];
  const { worked, output } = await runOnce(launch, launch.programs.initdb, args);
  if (!worked) throw new DatabaseUnavailable(`PostgreSQL could not make its data folder: ${output}`);
  renameSync(draft, place.data);
  return true;
}

async function start(place: Place, launch: Launch, settings: readonly string[]): Promise<void> {
  changeFolderOwner(place.sockets, launch);
  await forgetDeadServer(place);
  const child = spawnServer(place, launch, settings);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(place.connection))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
      throw new DatabaseUnavailable(whyNot(place));
    await Promise.race([wait(POLL_MS), ended]);
  }
}

function spawnServer(place: Place, launch: Launch, settings: readonly string[]): ChildProcess {
  const own = ['listen_addresses=', `unix_socket_directories=${place.sockets}`, 'unix_socket_permissions=0700', 'timezone=UTC'];
  const args = ['-D', place.data, ...[...own, ...settings].flatMap((setting) => ['-c', setting])];
  const [command = '', ...rest] = [...launch.through, launch.programs.postgres, ...args];
  const log = openSync(place.log, 'a');
  try {
    const child = spawn(command, rest, { ...identity(launch), cwd: '/', stdio: ['ignore', log, log], detached: true });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * PostgreSQL takes any live process with the id in its lock file for a server: after a reboot that can be any program, and a
 * zombie counts as live too. The file may be deleted once no process can still write to the data: we hold the start lock, and
 * wait for the remains of a killed server.
 */
async function forgetDeadServer(place: Place): Promise<void> {
  const pid = lockedPid(place);
  if (process.platform !== 'linux' || pid === undefined || isPostgres(pid)) return;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (hasProcessIn(place.data)) {
    if (Date.now() > deadline)
      throw new DatabaseUnavailable(`Processes of a PostgreSQL that was killed still use ${place.data}. End them.`);
    await wait(POLL_MS);
  }
  rmSync(path.join(place.data, 'postmaster.pid'), { force: true });
  rmSync(path.join(place.sockets, '.s.PGSQL.5432.lock'), { force: true });
}

/** Every PostgreSQL process has the data folder as its working directory. */
function hasProcessIn(data: string): boolean {
  const folder = realpathSync(data);
  return readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder;
    } catch {
      return false; // The process has ended, or belongs to another user.
    }
  });
}

function lockedPid(place: Place): number | undefined {
  const file = path.join(place.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

function runningPid(place: Place): number {
  const pid = lockedPid(place);
  if (pid === undefined) throw new Error('A PostgreSQL that answers has no lock file');
  return pid;
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status);
  } catch {
    return false; // The process has ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const SERVER_STARTING = '57P03';

async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // An error without a server code means that nothing is listening.
    if ([undefined, SERVER_STARTING].includes(sqlState(error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function whyNot(place: Place): string {
  const log = existsSync(place.log) ? readFileSync(place.log, 'utf8').slice(-END_OF_LOG_CHARACTERS).trim() : '';
  return `PostgreSQL did not start. The end of ${place.log}:\n${log}`;
}
