/** Clients that use the API continuously, retry failed requests, and verify their results. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { noisyZip, SVG } from '@bakkum/tests/api/samples';

/** Size of an upload sent in pieces, in bytes. */
const NOISE_BYTES = 600_000;
const PIECE_BYTES = 100_000;
const AGAIN_MS = 300;
/** Longest wait for the end of a job after the last kill, in milliseconds. */
const PATIENCE_MS = 240_000;
const TUS = { 'Tus-Resumable': '1.0.0' };

export type Load = {
  readonly url: string;
  readonly key: string;
  readonly hook: string;
  /** Aborted when no further work should begin. */
  readonly over: AbortSignal;
};

export type Outcome = {
  /** Ids of jobs the API accepted. */
  readonly jobs: Set<string>;
  readonly completed: Set<string>;
  /** Jobs that failed, with their error code. */
  readonly failed: Map<string, string>;
  /** Violated guarantees. */
  readonly violations: string[];
  uploads: number;
  /** Number of requests without a response or with a server error. */
  unanswered: number;
};

export function newOutcome(): Outcome {
  return { jobs: new Set(), completed: new Set(), failed: new Map(), violations: [], uploads: 0, unanswered: 0 };
}

/** Runs one client until the load is over, and finishes what it began. */
export async function work(load: Load, outcome: Outcome, resumable: boolean): Promise<void> {
  const asker = createAsker(load, outcome);
  while (!load.over.aborted) await (resumable ? sendInPieces(asker, outcome, load.hook) : sendAtOnce(asker, outcome, load.hook));
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: Buffer };
type Ask = (address: string, init: () => RequestInit) => Promise<Answer>;

/** Repeats a request until its response is not a server error. */
function createAsker({ url, key, over }: Load, outcome: Outcome): Ask {
  return async (address, init) => {
    let deadline = Number.POSITIVE_INFINITY;
    for (;;) {
      if (over.aborted && deadline === Number.POSITIVE_INFINITY) deadline = Date.now() + PATIENCE_MS;
      const answer = await once(`${url}/api/v1/${address}`, key, init());
      if (answer && answer.status < 500) return answer;
      outcome.unanswered += 1;
      if (Date.now() > deadline) throw new Error(`no response from ${address}`);
      await wait(AGAIN_MS);
    }
  };
}

async function once(address: string, key: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${key}` };
    const response = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(90_000) });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  } catch {
    return undefined; // the connection was dropped
  }
}

/** Some of these files are damaged. */
async function sendAtOnce(ask: Ask, outcome: Outcome, hook: string): Promise<void> {
  const isDamaged = Math.random() < 0.3;
  const content = isDamaged ? Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200)]) : SVG;
  const form = new FormData();
  form.append('target_format', isDamaged ? 'jpeg' : 'png');
  form.append('webhook_url', hook);
  form.append('file', new Blob([new Uint8Array(content)]), isDamaged ? 'damaged.png' : 'drawing.svg');
  const headers = { 'Idempotency-Key': randomUUID() };
  const send = () => ask('upload', () => ({ method: 'POST', body: form, headers }));
  const id = taken(await send(), outcome);
  // Repeats the request like a client that lost the response.
  if (Math.random() < 0.2 && taken(await send(), outcome) !== id)
    outcome.violations.push(`two jobs for one idempotency key: ${id}`);
  const result = await ended(ask, outcome, id);
  if (result && result.subarray(1, 4).toString() !== 'PNG') outcome.violations.push(`the result of ${id} is a different file`);
  if (result && isDamaged) outcome.violations.push(`a damaged file was converted: ${id}`);
}

async function sendInPieces(ask: Ask, outcome: Outcome, hook: string): Promise<void> {
  const { noise, zip } = noisyZip(NOISE_BYTES);
  const upload = await uploadInPieces(ask, outcome, zip);
  outcome.uploads += 1;
  const { status, body } = await ask(`uploads/${upload}`, () => ({}));
  if (status !== 200 || !isComplete(body, zip.length)) outcome.violations.push(`upload ${upload} is lost: ${body.toString()}`);
  const order = JSON.stringify({ upload_id: upload, target_format: 'tar', webhook_url: hook });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  const id = taken(await ask('jobs', () => ({ method: 'POST', body: order, headers })), outcome);
  const result = await ended(ask, outcome, id);
  if (result && !result.includes(noise)) outcome.violations.push(`the result of ${id} does not contain the uploaded data`);
}

function isComplete(body: Buffer, size: number): boolean {
  const view: { complete: boolean; received: number } = JSON.parse(body.toString());
  return view.complete && view.received === size;
}

async function uploadInPieces(ask: Ask, outcome: Outcome, content: Buffer): Promise<string> {
  const begun = await ask('tus', () => ({
    method: 'POST',
    headers: { ...TUS, 'Upload-Length': String(content.length), 'Upload-Metadata': `filename ${btoa('noise.zip')}` },
  }));
  const id = begun.headers.get('Location')?.split('/').at(-1) ?? '';
  for (let [offset, kept] = [0, 0]; offset < content.length; ) {
    const piece = new Uint8Array(content.subarray(offset, offset + PIECE_BYTES));
    const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const sent = await ask(`tus/${id}`, () => ({ method: 'PATCH', body: piece, headers }));
    if (sent.status === 204) kept = Number(sent.headers.get('Upload-Offset'));
    // Asks for the offset after an interruption.
    const stands = await ask(`tus/${id}`, () => ({ method: 'HEAD', headers: TUS }));
    offset = Number(stands.headers.get('Upload-Offset') ?? Number.NaN);
    if (!(offset >= kept)) {
      outcome.violations.push(`upload ${id} lost acknowledged data: ${kept} bytes, then ${offset} (${stands.status})`);
      return id;
    }
  }
  return id;
}

function taken({ status, body }: Answer, outcome: Outcome): string {
  if (status !== 202) throw new Error(`a job request got status ${status}: ${body.toString()}`);
  const { job_id: id }: { job_id: string } = JSON.parse(body.toString());
  outcome.jobs.add(id);
  return id;
}

type Ended = { readonly status: string; readonly error: { readonly code: string } | null };

/** Returns the result of a job, or undefined when it failed with an error code. */
async function ended(ask: Ask, outcome: Outcome, id: string): Promise<Buffer | undefined> {
  for (;;) {
    const { status, body } = await ask(`jobs/${id}?wait=20`, () => ({}));
    if (status !== 200) throw new Error(`job ${id} got status ${status}`);
    const job: Ended = JSON.parse(body.toString());
    if (job.status === 'error' && job.error) {
      outcome.failed.set(id, job.error.code);
      return undefined;
    }
    if (job.status === 'completed') {
      outcome.completed.add(id);
      const download = await ask(`download/${id}`, () => ({}));
      if (download.status !== 200) outcome.violations.push(`the result of ${id} got status ${download.status}`);
      return download.body;
    }
    if (!['queued', 'processing'].includes(job.status)) throw new Error(`job ${id} is ${job.status}`);
  }
}
