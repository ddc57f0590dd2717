import type { IncomingMessage, Server } from 'node:http';

/** How much of a refused request is discarded. A client that sends more is cut off. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;
/** How long a connection may still bring the rest of a request body after the last response, in milliseconds. */
const LINGER_MS = 30_000;

/**
 * Reads and discards the rest of a request body after the response. A handler that stops reading pauses the request; without
 * draining, the connection would close shortly after the response, possibly while the client reuses it.
 */
export function drainRequestBodies(server: Server, mostBytes = MAX_DISCARDED_BYTES): void {
  server.prependListener('request', (request, response) => {
    response.prependOnceListener('finish', () => {
      if (request.complete) return;
      lingerOnClose(request);
      request.removeAllListeners('data');
      let left = mostBytes;
      request.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) request.socket.destroy();
      });
      request.resume();
    });
  });
}

/**
 * Until the request has arrived, closing its connection only ends our side. A closed connection that still receives data is reset, and
 * a client that only reads after sending would not get the response: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
function lingerOnClose(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.end();
    const close = (): void => void socket.destroy();
    const late = setTimeout(close, LINGER_MS);
    request.once('close', close);
    socket.once('close', () => clearTimeout(late));
  };
  request.once('close', () => {
    socket.destroySoon = destroySoon;
  });
}
