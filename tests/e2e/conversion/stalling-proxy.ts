import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StallingProxy = {
  readonly origin: string;
  /** From now on, requests arrive and are never answered. */
  stall(): void;
  close(): void;
};

/** Starts a TCP proxy to a server on this machine. */
export async function startStallingProxy(target: string): Promise<StallingProxy> {
  const { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect({ host, port: Number(port) });
    const end = (): void => {
      for (const socket of [client, upstream]) socket.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => isStalled || upstream.write(chunk));
    upstream.on('data', (chunk) => isStalled || client.write(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stall: () => {
      isStalled = true;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
