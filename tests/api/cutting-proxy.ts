/** A TCP proxy that drops each connection after some bytes, and with it the connections of a client through it. */
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import tls from 'node:tls';

export type CuttingProxy = {
  readonly port: number;
  /** Number of dropped connections. */
  readonly cuts: () => number;
  /** Returns an agent for Node's `http` and `https` that sends requests through the proxy, whatever their address. */
  agentFor(base: string): http.Agent;
  close(): void;
};

export type Cutting = {
  /** Scheme, host and port of the API. */
  readonly base: string;
  /** Returns the number of uploaded bytes before the next connection is dropped; undefined to keep it. */
  readonly bytesUntilCut: () => number | undefined;
};

export async function startCuttingProxy({ base, bytesUntilCut }: Cutting): Promise<CuttingProxy> {
  const { hostname, port, protocol } = new URL(base);
  const target = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    let left = bytesUntilCut();
    let isCut = false;
    const upstream = connect(target);
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
    upstream.pipe(client);
    client.on('data', (chunk) => {
      if (isCut) return;
      if (left === undefined || chunk.length < left) {
        if (left !== undefined) left -= chunk.length;
        if (!upstream.write(chunk)) client.pause();
        return;
      }
      isCut = true;
      cuts += 1;
      // Data already sent arrives; neither side learns that it was the last.
      upstream.write(chunk.subarray(0, left), () => {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      });
    });
    upstream.on('drain', () => client.resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    port: here.port,
    cuts: () => cuts,
    agentFor: (address) => agentThrough(here, address),
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Keeps the address of a request, so that certificates and hosts are those of the API. */
function agentThrough(proxy: { readonly host: string; readonly port: number }, base: string): http.Agent {
  const isSecure = base.startsWith('https:');
  const agent = isSecure ? new https.Agent() : new http.Agent();
  const { hostname } = new URL(base);
  agent.createConnection = () => (isSecure ? tls.connect({ ...proxy, servername: hostname }) : connect(proxy));
  return agent;
}
