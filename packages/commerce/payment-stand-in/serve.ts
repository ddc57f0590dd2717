/** Serves the fake on its own port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { SignedMessage } from './messages.ts';
import { ConnectionLost, createPayPalStandIn, type PayPalStandIn } from './stand-in.ts';
import { createMemoryStore } from './store.ts';

export type ServedStandIn = PayPalStandIn & { readonly url: string; close(): Promise<void> };

export async function servePayPalStandIn(options: {
  readonly port?: number;
  readonly deliver?: (message: SignedMessage) => void;
  readonly now?: () => Date;
}): Promise<ServedStandIn> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn = await createPayPalStandIn({
    store: createMemoryStore(),
    base: url,
    agreeAt: () => `${url}/checkoutnow`,
    deliver: options.deliver ?? (() => undefined),
    ...(options.now && { now: options.now }),
  });
  server.on('request', (request, response) => void answer(standIn, url, request, response));
  return {
    ...standIn,
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(standIn: PayPalStandIn, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const given = await standIn.fetch(await requestOf(url, request));
    response.writeHead(given.status, Object.fromEntries(given.headers));
    response.end(Buffer.from(await given.arrayBuffer()));
  } catch (error) {
    response.destroy();
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

async function requestOf(url: string, request: IncomingMessage): Promise<Request> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = request.method === 'POST' ? new Uint8Array(await buffer(request)) : undefined;
  return new Request(url + (request.url ?? '/'), { method: request.method ?? 'GET', headers, ...(body && { body }) });
}
