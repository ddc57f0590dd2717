import type { Server } from 'node:http';

/**
 * Reads and discards the rest of a request body after the response. A handler that stops reading pauses the request; without
 * draining, the connection would close shortly after the response, possibly while the client reuses it.
 */
export function drainRequestBodies(server: Server): void {
  server.prependListener('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      request.removeAllListeners('data');
      request.resume();
    });
  });
}
