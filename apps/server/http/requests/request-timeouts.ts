import type { IncomingMessage, Server } from 'node:http';

/** Timeout of a request body unless its route declares another, in milliseconds. Slower clients are slow on purpose. */
export const DEFAULT_BODY_MS = 120_000;
/** The longest timeout that a route may declare, in milliseconds. */
export const MAX_BODY_MS = 3_600_000;

const timeouts = new WeakMap<object, (milliseconds: number) => void>();

/** Closes connections whose request body is late. @param defaultMs milliseconds, until the route sets another timeout */
export function enforceRequestTimeouts(server: Server, defaultMs = DEFAULT_BODY_MS): void {
  // Node has only one timeout for all requests.
  server.requestTimeout = MAX_BODY_MS;
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    const closeAfter = (milliseconds: number) =>
      setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, milliseconds);
    let late = closeAfter(defaultMs);
    timeouts.set(request, (milliseconds) => {
      clearTimeout(late);
      late = closeAfter(milliseconds);
    });
    response.once('close', () => {
      clearTimeout(late);
      timeouts.delete(request);
    });
  });
}

/** Replaces the timeout of a request body by that of its route. @param request absent outside a Node server */
export function extendRequestTimeout(request: object | undefined, milliseconds: number): void {
  if (request) timeouts.get(request)?.(milliseconds);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
