/** A server that fakes every image service: it draws real images and produces faults on demand. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { azureOpenai } from './azure-service.ts';
import { bfl } from './bfl-service.ts';
import { fal, huggingface, openai, promptAddress, replicate, stabilityV1 } from './cloud-services.ts';
import { type ComfySockets, createComfySockets } from './comfyui-socket.ts';
import { type StreamedOrder, streamOrder } from './event-stream.ts';
import { createFaults, type Fault, type Faults, fault, isLate } from './faults.ts';
import { gemini } from './gemini-service.ts';
import { ideogram } from './ideogram-service.ts';
import { drawPicture } from './image.ts';
import { automatic1111, comfyui, stableDiffusionCpp } from './local-services.ts';
import { previewOf } from './previews.ts';
import { recraft } from './recraft-service.ts';
import { type Call, type Desk, type Job, jsonBody, type Order, type Reply, type Service } from './service.ts';
import { stability } from './stability-service.ts';

const SERVICES: readonly Service[] = [
  openai,
  azureOpenai,
  stability,
  stabilityV1,
  replicate,
  huggingface,
  fal,
  gemini,
  bfl,
  ideogram,
  recraft,
  promptAddress,
  automatic1111,
  comfyui,
  stableDiffusionCpp,
];

export type FakeImageServer = {
  readonly url: string;
  readonly faults: Faults;
  /** Every order, oldest first. */
  readonly jobs: readonly Job[];
  /** Every call as `service METHOD path`. */
  readonly calls: readonly string[];
  /** Finishes late jobs. */
  release(): void;
  reset(): void;
  close(): Promise<void>;
};

export type FakeImageServerOptions = {
  /** The accepted key; others are refused as the services do. */
  readonly key?: string;
  readonly port?: number;
  /** Milliseconds each image takes. */
  readonly latencyMs?: number;
};

/** Settings that connect the site to this server for every service it fakes, except those that stand in for another. */
export function settingsFor(url: string, key: string): Readonly<Record<string, string>> {
  const variable = (id: string, part: string): string => `IMAGE_${id.toUpperCase().replaceAll('-', '_')}_${part}`;
  const services = SERVICES.filter(({ standsInFor }) => !standsInFor);
  const all = services.flatMap(({ id, key: header, base = '' }) => [
    [variable(id, 'BASE'), `${url}/${id}${base}`],
    ...(header ? [[variable(id, 'KEY'), key]] : []),
  ]);
  return Object.fromEntries(all);
}

export async function startFakeImageServer({
  key,
  port = 0,
  latencyMs = 0,
}: FakeImageServerOptions = {}): Promise<FakeImageServer> {
  const state = createState(createComfySockets(latencyMs));
  const server = createServer((request, response) => {
    void respond(state, { key, latencyMs }, request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== '/comfyui/ws') return void socket.destroy();
    state.calls.push('comfyui GET ws');
    return state.sockets.connect(request, socket, head, url.searchParams.get('clientId') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: state.faults,
    jobs: state.jobs,
    calls: state.calls,
    release: () => void state.released.add('all'),
    reset() {
      state.faults.clear();
      state.jobs.length = 0;
      state.calls.length = 0;
      state.released.clear();
    },
    async close() {
      state.sockets.close();
      await closed(server);
    },
  };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

type State = {
  readonly faults: Faults;
  readonly jobs: Job[];
  readonly calls: string[];
  readonly released: Set<string>;
  readonly sockets: ComfySockets;
};

function createState(sockets: ComfySockets): State {
  return { faults: createFaults(), jobs: [], calls: [], released: new Set(), sockets };
}

/** Cached by job, so that polling does not draw it again. */
const drawn = new WeakMap<Job, Uint8Array<ArrayBuffer>>();

function pictureOf(state: State, job: Job): Uint8Array<ArrayBuffer> | undefined {
  if (job.state === 'cancelled' || (isLate(job.fault) && !state.released.has('all'))) return undefined;
  if (performance.now() < job.readyAt) return undefined;
  const picture = drawn.get(job) ?? drawPicture(job.order.seed, job.order);
  drawn.set(job, picture);
  return job.fault?.kind === 'truncated' ? picture.slice(0, picture.byteLength / 2) : picture;
}

function deskOf(state: State): Desk {
  return {
    job: (id) => state.jobs.find((job) => job.id === id),
    picture: (job) => pictureOf(state, job),
    cancel(job) {
      if (job.state === 'running') job.state = 'cancelled';
    },
    running: (service) => state.jobs.findLast((job) => job.service === service && job.state === 'running'),
    queue: (service) => state.jobs.filter((job) => job.service === service && job.state === 'running'),
    preview: previewOf,
  };
}

const wantedFault = z.object({ service: z.string(), fault, times: z.number().int().positive().default(1) });

async function respond(
  state: State,
  { key, latencyMs }: { readonly key: string | undefined; readonly latencyMs: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const [, id = '', ...rest] = url.pathname.split('/');
  if (id === '-') return control(state, rest.join('/'), body, response);
  const service = SERVICES.find((one) => one.id === id);
  if (!service) return send(response, { status: 404, body: { detail: 'no such service' } });
  const call: Call = {
    method: request.method ?? 'GET',
    path: rest.join('/'),
    query: url.searchParams,
    headers: request.headers,
    body,
    base: `${url.origin}/${id}`,
  };
  state.calls.push(`${id} ${call.method} ${call.path}`);
  if (key && !isAllowed(service, call, key)) return send(response, service.error(401));
  return takeOrder(state, service, call, latencyMs, response);
}

async function takeOrder(state: State, service: Service, call: Call, latencyMs: number, response: ServerResponse): Promise<void> {
  const order = service.order(call);
  if (!order) return send(response, service.other?.(call, deskOf(state)) ?? { status: 404, body: { detail: 'nothing here' } });
  const invalid = service.invalid?.(order, call);
  if (invalid) return send(response, invalid);
  const job = jobOf(call, order, service.id, state.faults.take(service.id));
  state.jobs.push(job);
  // It answers at once, and shows the image while it draws.
  if (service === comfyui) {
    job.readyAt = performance.now() + latencyMs;
    state.sockets.show(job);
  }
  const stream = service.stream?.(order, call);
  if (stream && !isAnsweredWhole(service, job)) await answerInEvents(state, { job, stream, latencyMs }, response);
  else {
    if (service !== comfyui) await waitFor(state, job, latencyMs);
    await answerOrder(state, service, job, call, response);
  }
  if (job.state === 'running' && isAtOnce(service)) job.state = 'done';
}

/** Faults that keep a stream from starting. */
function isAnsweredWhole(service: Service, { fault: wanted }: Job): boolean {
  if (!wanted) return false;
  return ['hang', 'drop', 'no-stream'].includes(wanted.kind) || wrongReply(service, wanted) !== undefined;
}

async function answerInEvents(
  state: State,
  { job, stream, latencyMs }: Pick<StreamedOrder, 'job' | 'stream' | 'latencyMs'>,
  response: ServerResponse,
): Promise<void> {
  const finished = async (): Promise<Uint8Array | undefined> => {
    while (isLate(job.fault) && !state.released.has('all') && !response.destroyed) await wait(20);
    return job.fault?.kind === 'fewer' ? undefined : pictureOf(state, job);
  };
  await streamOrder({ job, stream, latencyMs, finished }, response);
}

/** Drawing time counts towards the latency. */
async function waitFor(state: State, job: Job, latencyMs: number): Promise<void> {
  const begun = performance.now();
  if (latencyMs > 0) pictureOf(state, job);
  await wait(Math.max(0, latencyMs - (performance.now() - begun)));
}

function jobOf(call: Call, order: Order, service: string, wanted: Fault | undefined): Job {
  const request = isJson(call) ? jsonBody(call) : undefined;
  return { id: randomUUID(), service, order, request, fault: wanted, state: 'running', asked: 0, readyAt: 0 };
}

/** Images are public, as with the real services. Keys in URLs are refused, because URLs are logged. */
function isAllowed({ key: wanted }: Service, { headers, path, query }: Call, key: string): boolean {
  if ([...query.values()].includes(key)) return false;
  return !wanted || headers[wanted.header] === wanted.prefix + key || /^(files|requests\/.*\/picture)/.test(path);
}

function isJson({ headers }: Call): boolean {
  return String(headers['content-type']).startsWith('application/json');
}

function isAtOnce(service: Service): boolean {
  return ![replicate, fal, bfl, comfyui, stableDiffusionCpp].includes(service);
}

/** A job without its request and the image that came with it, of which only the size is reported. */
function toldOf({ order, request: _, ...job }: Job): unknown {
  return { ...job, order: { ...order, picture: order.picture?.byteLength, mask: order.mask?.byteLength } };
}

/** Control API for other processes: `POST /-/faults`, `POST /-/release`, `GET /-/jobs`. */
function control(state: State, path: string, body: Buffer, response: ServerResponse): void {
  if (path === 'faults') {
    const { service, fault: wanted, times } = wantedFault.parse(JSON.parse(body.toString('utf8')));
    state.faults.add(service, wanted, times);
  }
  if (path === 'release') state.released.add('all');
  if (path === 'clear') state.faults.clear();
  send(response, { body: path === 'jobs' ? state.jobs.map(toldOf) : { done: true } });
}

async function answerOrder(state: State, service: Service, job: Job, call: Call, response: ServerResponse): Promise<void> {
  const wanted: Fault = job.fault ?? { kind: 'latency', milliseconds: 0 };
  if (wanted.kind === 'latency') await wait(wanted.milliseconds);
  if (wanted.kind === 'hang') return;
  if (wanted.kind === 'drop') return void response.destroy();
  const wrong = wrongReply(service, wanted);
  if (wrong) return send(response, wrong);
  if (!isAtOnce(service)) return send(response, service.answer(job, undefined, call));
  while (isLate(wanted) && !state.released.has('all') && !response.destroyed) await wait(20);
  send(response, service.answer(job, wanted.kind === 'fewer' ? undefined : pictureOf(state, job), call));
}

/** The error answer to an order; a service with jobs may accept it and fail later. */
function wrongReply(service: Service, wanted: Fault): Reply | undefined {
  if (wanted.kind === 'status') return service.error(wanted.status);
  if (wanted.kind === 'wrong-type') return { type: 'text/html', body: Buffer.from('<h1>Hello</h1>') };
  if (wanted.kind === 'no-balance') return service.noBalance?.() ?? service.error(402);
  if (wanted.kind === 'refused') return service.refusal?.();
  return wanted.kind === 'failed' && isAtOnce(service) ? service.error(500) : undefined;
}

function send(response: ServerResponse, { status = 200, type = 'application/json', body }: Reply): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': type });
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}
