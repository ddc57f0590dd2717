/** Serves the fake on its own port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ConnectionLost, createFakePayPal, type FakePayPal } from './fake-paypal.ts';
import type { SignedMessage } from './messages.ts';
import { createMemoryStore } from './store.ts';

export type ServedFakePayPal = FakePayPal & { readonly url: string; close(): Promise<void> };

export async function serveFakePayPal(options: {
  readonly port?: number;
  readonly deliver?: (message: SignedMessage) => void;
  readonly now?: () => Date;
}): Promise<ServedFakePayPal> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake = await createFakePayPal({
    store: createMemoryStore(),
    base: url,
    approvalUrl: () => `${url}/checkoutnow`,
    deliver: options.deliver ?? (() => undefined),
    ...(options.now && { now: options.now }),
  });
  server.on('request', (request, response) => void answer(fake, url, request, response));
  return {
    ...fake,
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(fake: FakePayPal, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const given = await fake.fetch(await requestOf(url, request));
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
