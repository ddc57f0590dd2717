import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertKey, type BlobStore, type ByteRange } from './blob-store.ts';
import { EMPTY_PAYLOAD, type S3Credentials, signS3, UNSIGNED_PAYLOAD } from './s3-signature.ts';

export type S3Options = S3Credentials & {
  /** URL of the store, such as `https://s3.eu-central-1.amazonaws.com` or `https://ACCOUNT.r2.cloudflarestorage.com`. */
  readonly endpoint: string;
  readonly bucket: string;
};

/** The store refused or failed a request. The message contains neither a key nor the store's answer. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  /** HTTP status of the answer; undefined without one. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}

const SILENCE_MS = 60_000;

type Ask = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable | Uint8Array;
};

/**
 * Stores blobs in a bucket of an S3-compatible service. Uses path-style URLs, which every such service accepts:
 * `endpoint/bucket/key`.
 */
export function createS3Store(options: S3Options): BlobStore {
  const ask = (given: Ask): Promise<IncomingMessage> => askStore(options, given);
  return {
    async put(key, body, bytes, first) {
      assertKey(key);
      await first?.();
      const counted = Readable.from(counting(body, bytes));
      const response = await ask({ method: 'PUT', key, body: counted, headers: { 'content-length': String(bytes) } });
      await ended(response, [200]);
    },
    async get(key, range) {
      assertKey(key);
      const response = await ask({ method: 'GET', key, ...(range && { headers: { range: rangeHeader(range) } }) });
      if (response.statusCode === 404) return ended(response, [404]).then(() => undefined);
      if (response.statusCode === 416) return ended(response, [416]).then(() => ({ body: Readable.from([]), bytes: 0 }));
      if (response.statusCode !== 200 && response.statusCode !== 206) await ended(response, []);
      return { body: response, bytes: Number(response.headers['content-length']) };
    },
    async remove(key) {
      assertKey(key);
      await ended(await ask({ method: 'DELETE', key }), [200, 204, 404]);
    },
    list: (prefix) => keysOf(ask, prefix),
    // S3 shows an object only once it is complete.
    removeUnfinished: async () => 0,
  };
}

/** Creates the bucket unless it exists and is ours. @throws StoreRefused if the store denies access */
export async function makeBucket(options: S3Options): Promise<void> {
  await ended(await askStore(options, { method: 'PUT' }), [200, 409]);
  // A bucket of that name may belong to another account.
  await ended(await askStore(options, { method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }), [200]);
}

function rangeHeader({ first, last }: ByteRange): string {
  return `bytes=${first}-${last ?? ''}`;
}

/** Aborts a body of another length; the store then keeps nothing of it. */
async function* counting(body: Readable | Uint8Array, bytes: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    sent += chunk.byteLength;
    if (sent > bytes) break;
    yield chunk;
  }
  if (sent !== bytes) throw new RangeError(`A blob of ${bytes} bytes came with ${sent > bytes ? 'more' : sent}`);
}

async function askStore(options: S3Options, { method, key, query = {}, headers = {}, body }: Ask): Promise<IncomingMessage> {
  const url = new URL(options.endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${options.bucket}${key === undefined ? '' : `/${key}`}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const payload = body === undefined ? EMPTY_PAYLOAD : UNSIGNED_PAYLOAD;
  const signed = await signS3({ method, url, headers, payload, at: new Date() }, options);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: signed, timeout: SILENCE_MS }, resolve);
    sent.on('error', (cause) => {
      // The body may fail as well; then its own error is thrown.
      const isOurs = cause instanceof StoreRefused || (body instanceof Readable && body.errored !== null);
      reject(isOurs ? cause : new StoreRefused(`The store does not answer: ${cause.message}`, { cause }));
    });
    sent.on('timeout', () => sent.destroy(new StoreRefused('The store does not answer')));
    if (body === undefined) sent.end();
    else pipeline(body, sent).catch(reject);
  });
}

/** Consumes the rest of an answer. @throws StoreRefused unless its status is one of `states` */
async function ended(response: IncomingMessage, states: readonly number[]): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  const { statusCode = 0 } = response;
  if (!states.includes(statusCode)) throw new StoreRefused(`The store answered ${statusCode}`, { status: statusCode });
  return Buffer.concat(chunks).toString('utf8');
}

async function* keysOf(ask: (given: Ask) => Promise<IncomingMessage>, prefix: string): AsyncGenerator<string> {
  let next: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) };
    const xml = await ended(await ask({ method: 'GET', query }), [200]);
    // Our keys contain no characters that XML escapes.
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key;
    next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
  } while (next !== undefined);
}
