/** HTTP as bytes on a connection, for requests that no client library would send. */
import { connect, type Socket } from 'node:net';

function connectTo(base: string): Socket {
  const { hostname, port } = new URL(base);
  return connect({ host: hostname, port: Number(port) });
}

/** Sends bytes and returns everything the server answers until it closes the connection. */
export function exchange(base: string, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTo(base);
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    // A server may reset a connection that sends nonsense.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.write(bytes);
  });
}

/** Status codes of all responses in an answer. */
export function statusesIn(answer: string): readonly number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

/** One request as text, with `Host` and `Connection: close`. */
export function requestText(base: string, line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, `Host: ${new URL(base).host}`, 'Connection: close', ...headers, '', body].join('\r\n');
}

/** Connections that have sent the beginning of a request. */
export type StalledClients = {
  /** Number of connections that the server has neither answered nor closed. */
  unanswered(): number;
  close(): void;
};

/** Opens connections that send the beginning of a request and then nothing. Resolves once it is sent. */
export async function stall(base: string, count: number, bytes: (index: number) => string | Uint8Array): Promise<StalledClients> {
  const sockets = Array.from({ length: count }, () => connectTo(base));
  await Promise.all(
    sockets.map(
      (socket, index) =>
        new Promise<void>((resolve) => {
          socket.on('error', () => resolve());
          socket.write(bytes(index), () => resolve());
        }),
    ),
  );
  return {
    unanswered: () => sockets.filter((socket) => !socket.destroyed && socket.readableLength === 0).length,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
