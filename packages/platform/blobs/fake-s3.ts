/**
 * @internal For tests: an in-memory S3 store with one bucket that checks signatures like a real one.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import { type S3Credentials, signS3 } from './s3-signature.ts';

export type FakeS3 = {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  close(): Promise<void>;
};

/** Keys per list page; small, so that tests cover several pages. */
const PAGE = 3;
/** Maximum age of a request. */
const SKEW_MS = 15 * 60_000;

/** A request to presign: anyone with the URL can make it until it expires. */
export type Presigning = {
  readonly method: 'GET' | 'PUT';
  readonly url: URL;
  /** Signed headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly at: Date;
  readonly expiresInS: number;
};

/** Signs a URL with AWS Signature Version 4 in the query (docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). */
export async function presignS3(
  { method, url, headers = {}, at, expiresInS }: Presigning,
  credentials: S3Credentials,
): Promise<URL> {
  const unsigned = new URL(url);
  unsigned.searchParams.set('X-Amz-Expires', String(expiresInS));
  const signer = new AwsV4Signer({
    ...credentials,
    method,
    url: unsigned.href,
    headers,
    service: 's3',
    signQuery: true,
    allHeaders: true,
    datetime: at.toISOString().replace(/[-:]|\.\d+/g, ''),
  });
  return (await signer.sign()).url;
}

/**
 * @param host address to listen on
 */
export async function startFakeS3(bucket: string, credentials: S3Credentials, host = '127.0.0.1'): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const server: Server = createServer((request, response) => {
    answer(request, response, { bucket, credentials, objects }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    endpoint: `http://${host}:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Store = { readonly bucket: string; readonly credentials: S3Credentials; readonly objects: Map<string, Buffer> };

async function answer(request: IncomingMessage, response: ServerResponse, store: Store): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const body = await bodyOf(request);
  if (!(await isSigned(request, url, store.credentials)))
    return end(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
  if (bucket !== store.bucket) return end(response, 404, '<Error><Code>NoSuchBucket</Code></Error>');
  const key = rest.join('/');
  if (key === '' && request.method === 'PUT') return end(response, 409, '<Error><Code>BucketAlreadyOwnedByYou</Code></Error>');
  if (key === '') return end(response, 200, listOf(store.objects, url.searchParams));
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined)
      return end(response, 411, '<Error><Code>MissingContentLength</Code></Error>');
    store.objects.set(key, body);
    return end(response, 200);
  }
  if (request.method === 'DELETE') {
    store.objects.delete(key);
    return end(response, 204);
  }
  return sendObject(request, response, store.objects.get(key));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function isSigned(request: IncomingMessage, url: URL, credentials: S3Credentials): Promise<boolean> {
  return url.searchParams.has('X-Amz-Signature')
    ? isPresigned(request, url, credentials)
    : isSignedByHeader(request, url, credentials);
}

async function isPresigned(request: IncomingMessage, url: URL, credentials: S3Credentials): Promise<boolean> {
  const query = url.searchParams;
  const at = dateOf(query.get('X-Amz-Date') ?? '');
  const expiresInS = Number(query.get('X-Amz-Expires'));
  if (!(Date.now() - at.getTime() < expiresInS * 1000)) return false;
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';').filter((name) => name !== 'host');
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]));
  const method = request.method === 'PUT' ? 'PUT' : 'GET';
  const wanted = await presignS3({ method, url: new URL(url.pathname, url), headers, at, expiresInS }, credentials);
  return wanted.searchParams.get('X-Amz-Signature') === query.get('X-Amz-Signature');
}

function dateOf(moment: string): Date {
  return new Date(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

async function isSignedByHeader(request: IncomingMessage, url: URL, credentials: S3Credentials): Promise<boolean> {
  const given = String(request.headers.authorization ?? '');
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const moment = String(request.headers['x-amz-date'] ?? '');
  const at = dateOf(moment);
  if (!(Math.abs(Date.now() - at.getTime()) < SKEW_MS)) return false;
  const own = names.filter((name) => !['host', 'x-amz-date', 'x-amz-content-sha256'].includes(name));
  const headers = Object.fromEntries(own.map((name) => [name, String(request.headers[name] ?? '')]));
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  const wanted = await signS3({ method: request.method ?? '', url, headers, payload, at }, credentials);
  return given === wanted['authorization'];
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void {
  if (!object) return end(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range) return end(response, 200, object);
  const first = Number(range[1]);
  if (first >= object.length) return end(response, 416, '<Error><Code>InvalidRange</Code></Error>');
  return end(response, 206, object.subarray(first, range[2] ? Number(range[2]) + 1 : undefined));
}

function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = keys.slice(0, PAGE);
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`;
}

function end(response: ServerResponse, status: number, body: Buffer | string = ''): void {
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body);
}
