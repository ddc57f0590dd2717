import type { IncomingMessage, Server } from 'node:http';

/** Nothing that is said to the site is longer than a few kilobytes: who takes longer to say it is slow on purpose. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** A large file takes its time over a slow line; one that brings nothing for a minute is given up by who reads it. */
const FILE_MS = 3_600_000;

/** A picture for the studio, which is read whole. */
const IMAGE_TIMEOUT_MS = 600_000;
const BRINGS_PICTURE = /^\/api\/images\/imports(\?|$)/;

/** Requests of the conversion API that bring files: in one piece, or by the resumable protocol. */
const BRINGS_FILE = /^\/api\/v1\/(upload|uploads|tus|tus\/[^/?]+)(\?|$)/;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** How long the body of a request may take, in ms. */
export function requestTimeoutOf({ method, url = '' }: Asked): number {
  if (method === 'POST' && BRINGS_PICTURE.test(url)) return IMAGE_TIMEOUT_MS;
  return (method === 'POST' || method === 'PATCH') && BRINGS_FILE.test(url) ? FILE_MS : DEFAULT_TIMEOUT_MS;
}

/** Closes connections whose request is not all there in time. @param timeOf in ms; never longer than `FILE_MS` */
export function enforceRequestTimeouts(server: Server, timeOf: (request: Asked) => number = requestTimeoutOf): void {
  // Node knows one time for all requests.
  server.requestTimeout = FILE_MS;
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    const late = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, timeOf(request));
    response.once('close', () => clearTimeout(late));
  });
}

function hasBody({ headers }: Asked): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
