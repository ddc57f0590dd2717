import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type FakeS3, startFakeS3 } from '@bakkum/blobs/fake-s3';
import type { Database } from '@bakkum/database/database';
import { ensurePostgres, stopPostgres } from '@bakkum/database/embedded-postgres';
import { openDatabase } from '@bakkum/database/open-database';
import { descendantsOf } from '../../packages/platform/native-programs/process-facts.ts';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import { addKey, untilReady } from '../people.ts';
import { longRecording } from '../sound.ts';
import type { Suite } from '../suite.ts';
import { forward, GATEWAY, type Host, openNetwork } from './network.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WEB = 'http://127.0.0.1:3991';
const BUCKET = 'two-hosts';
const KEYS = { accessKeyId: 'an id', secretAccessKey: 'a secret', region: 'us-east-1' };
const POLL_MS = 50;
const PATIENCE_MS = 600_000;
/** Milliseconds until a dead worker's lease has expired and its messages are sent by the queue. */
const SETTLED_MS = 8000;
const MINUTES_OF_SOUND = 60;

/** Durations of the disconnection. */
const CUTS = [
  { name: '3 s, less than the lease', until: () => wait(3000) },
  { name: 'until the job has ended', until: (ended: Promise<unknown>) => ended },
  { name: 'until the job has ended, again', until: (ended: Promise<unknown>) => ended },
] as const;

type Message = { readonly id: string; readonly job: string };
type Job = { readonly state: string; readonly attempts: number; readonly fence: number; readonly progress: number | null };
type Worker = { readonly host: Host; readonly process: ChildProcess };
type Stage = {
  readonly database: Database;
  readonly store: FakeS3;
  readonly workers: readonly Worker[];
  readonly key: string;
  readonly webhook: string;
  readonly messages: readonly Message[];
  readonly say: (line: string) => void;
};

/**
 * Two hosts convert with one PostgreSQL and one S3 store. The host that runs a job is disconnected in the middle of it: the job
 * must end once, with one set of results and one message.
 */
export const suite: Suite = {
  title: 'Two hosts, one disconnected',
  once: true,
  async run({ folder, say }) {
    const closing: (() => unknown)[] = [];
    try {
      const stage = await setUp(path.join(folder, 'data'), say, closing);
      const rows: string[][] = [];
      for (const cut of CUTS) rows.push([cut.name, ...(await cutOnce(stage, cut))]);
      const header = ['disconnected', 'attempts', 's to the end of the job', 'results', 'messages', 'orphaned files'];
      return `${describeMachine(['PostgreSQL 18 from npm', 'fake S3 that verifies signatures'])}\n${table(header, rows)}`;
    } finally {
      for (const close of closing.toReversed()) await close();
    }
  },
};

async function setUp(data: string, say: Stage['say'], closing: (() => unknown)[]): Promise<Stage> {
  const network = openNetwork(['one', 'other']);
  closing.push(() => network.close());
  const postgres = path.join(data, 'postgres');
  const { connection } = await ensurePostgres({ folder: postgres });
  closing.push(() => stopPostgres(postgres));
  const door = await forward(path.join(connection.host, '.s.PGSQL.5432'));
  closing.push(() => door.close());
  const store = await startFakeS3(BUCKET, KEYS, GATEWAY);
  closing.push(() => store.close());
  const receiver = await receive();
  closing.push(() => receiver.close());
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: data,
    DATABASE_URL: `postgres://${connection.user}@${GATEWAY}:${door.port}/${connection.database}`,
    SITE_SECRET: 'a secret shared by the two hosts only',
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    S3_REGION: KEYS.region,
    OUTBOUND_ALLOW: receiver.place,
    DRAIN_SECONDS: '0',
  };
  const options: SpawnOptions = { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] };
  const env = { ...settings, SERVER_ROLE: 'web', HOST: '127.0.0.1', PORT: new URL(WEB).port };
  const web = spawn(process.execPath, ['apps/server/main.ts'], { ...options, env });
  closing.push(() => end(web));
  await untilReady(WEB);
  say('the website has started');
  const workers = network.hosts.map((host) => {
    const child = host.start(['apps/server/main.ts'], { ...options, env: { ...settings, SERVER_ROLE: 'worker' } });
    closing.push(() => end(child));
    return { host, process: child };
  });
  const database = await openDatabase({ folder: postgres, migrations: [], poolSize: 2 });
  closing.push(() => database.close());
  await until('both hosts convert', async () => (await presentHosts(database)) === workers.length);
  say('both hosts convert');
  return {
    database,
    store,
    workers,
    key: await keyOf(database),
    webhook: `http://${receiver.place}/`,
    messages: receiver.messages,
    say,
  };
}

async function receive() {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data }: { data: { job_id: string } } = JSON.parse(body);
      messages.push({ id: String(request.headers['webhook-id']), job: data.job_id });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, GATEWAY, resolve));
  return { messages, place: `${GATEWAY}:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Creates the key of an account with a webhook. */
async function keyOf(database: Database): Promise<string> {
  const key = await addKey(database, 'two-hosts@example.com');
  await ask(key, 'webhooks/secret', { method: 'POST' });
  return key;
}

async function cutOnce(stage: Stage, cut: (typeof CUTS)[number]): Promise<readonly string[]> {
  const { database, say } = stage;
  const id = await order(stage);
  await until('a worker runs the job', async () => ((await jobOf(database, id)).progress ?? 0) > 0);
  const worker = stage.workers.find(({ process: { pid } }) => pid !== undefined && descendantsOf(pid).length > 0);
  if (!worker) throw new Error('no process runs the job');
  worker.host.plug('out');
  const cutAt = performance.now();
  say(`${cut.name}: ${worker.host.name} is disconnected at ${(await jobOf(database, id)).progress ?? 0} %`);
  let ended = 0;
  const ending = until('the job ends', async () => (await jobOf(database, id)).state === 'completed').then(() => {
    ended = performance.now();
  });
  await cut.until(ending);
  worker.host.plug('in');
  await ending;
  await until('both hosts are connected and idle', async () => {
    const idle = stage.workers.every(({ process: { pid } }) => pid !== undefined && descendantsOf(pid).length === 0);
    return idle && (await presentHosts(database)) === stage.workers.length;
  });
  await until('the message is sent', () => Promise.resolve(stage.messages.some(({ job }) => job === id)));
  await wait(SETTLED_MS);
  return proven(stage, id, (ended - cutAt) / 1000);
}

async function order({ key, webhook }: Stage): Promise<string> {
  const form = new FormData();
  form.append('target_format', 'mp3');
  form.append('webhook_url', webhook);
  form.append('file', new Blob([longRecording(MINUTES_OF_SOUND)]), 'long.wav');
  const { job_id: id }: { job_id: string } = await (await ask(key, 'upload', { method: 'POST', body: form })).json();
  return id;
}

/** @throws Error unless the job ended once, with one set of results, one message and no orphaned file */
async function proven({ database, store, key, messages, say }: Stage, id: string, seconds: number): Promise<readonly string[]> {
  const { state, attempts, fence } = await jobOf(database, id);
  const outputs = await database.query('select key, bytes from conversions.outputs where job_id = $1', [id]);
  const kept = [...store.objects.keys()].filter((object) => object.includes(id));
  const told = new Set(messages.filter(({ job }) => job === id).map((message) => message.id));
  const sent = messages.filter(({ job }) => job === id).length;
  const result = await ask(key, `download/${id}`);
  const bytes = (await result.arrayBuffer()).byteLength;
  const facts = { state, attempts, fence, outputs, kept, messages: told.size, sent, downloaded: bytes };
  say(JSON.stringify(facts));
  const [output] = outputs;
  const isRight =
    state === 'completed' && outputs.length === 1 && kept.length === 1 && kept[0] === output?.['key'] && told.size === 1;
  if (!isRight || sent !== 1 || bytes !== output?.['bytes'])
    throw new Error(`the job did not end once: ${JSON.stringify(facts)}`);
  return [String(attempts), seconds.toFixed(1), String(outputs.length), String(sent), String(kept.length - outputs.length)];
}

async function jobOf(database: Database, id: string): Promise<Job> {
  const [row] = await database.query('select state, attempts, fence, progress from conversions.jobs where id = $1', [id]);
  return row as Job;
}

async function presentHosts(database: Database): Promise<number> {
  const [row] = await database.query(
    "select count(*) as n from conversions.workers where seen_at > now() - interval '10 seconds'",
  );
  return Number(row?.['n']);
}

async function ask(key: string, address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${WEB}/api/v1/${address}`, { ...init, headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${address} got status ${response.status}: ${await response.text()}`);
  return response;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`condition not met in time: ${what}`);
    await wait(POLL_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
