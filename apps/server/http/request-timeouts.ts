import type { IncomingMessage, Server } from 'node:http';

/** Timeout of ordinary request bodies. They are a few kilobytes, so slower clients are slow on purpose. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** Timeout of file uploads. The route handler separately aborts an upload that is silent for a minute. */
const FILE_MS = 3_600_000;

/** Timeout of images for the studio, which are read into memory. */
const IMAGE_TIMEOUT_MS = 600_000;
const BRINGS_PICTURE = /^\/api\/images\/imports(\?|$)/;

/** Conversion API routes that receive files, in one request or by the resumable protocol. */
const BRINGS_FILE = /^\/api\/v1\/(upload|uploads|tus|tus\/[^/?]+)(\?|$)/;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Timeout of a request body, in milliseconds. */
export function requestTimeoutOf({ method, url = '' }: Asked): number {
  if (method === 'POST' && BRINGS_PICTURE.test(url)) return IMAGE_TIMEOUT_MS;
  return (method === 'POST' || method === 'PATCH') && BRINGS_FILE.test(url) ? FILE_MS : DEFAULT_TIMEOUT_MS;
}

/** Closes connections whose request body is late. @param timeOf milliseconds, at most `FILE_MS` */
export function enforceRequestTimeouts(server: Server, timeOf: (request: Asked) => number = requestTimeoutOf): void {
  // Node has only one timeout for all requests.
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
