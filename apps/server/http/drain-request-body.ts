import type { Server } from 'node:http';

/**
 * Lets what is still on its way of a refused request pass unread. Whoever stopped reading half-way has paused it: the connection would
 * be ended a moment after the answer, when the other side has begun to use it again.
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
