/** Serves a fake on its own port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ConnectionLost } from './connection-lost.ts';
import { createFakePayPal, type FakePayPal } from './fake-paypal.ts';
import type { SignedMessage } from './messages.ts';
import { createFakePortOne, type FakePortOne } from './portone/fake-portone.ts';
import { createMemoryStore } from './store.ts';

type Fake = { fetch(request: Request): Promise<Response> };
type Served = { readonly url: string; close(): Promise<void> };
export type ServedFakePayPal = FakePayPal & Served;
export type ServedFakePortOne = FakePortOne & Served;

type ServeOptions = {
  readonly port?: number;
  readonly deliver?: (message: SignedMessage) => void;
  readonly now?: () => Date;
};

export function serveFakePayPal(options: ServeOptions): Promise<ServedFakePayPal> {
  return serve(options, (url, parts) =>
    createFakePayPal({
      ...parts,
      store: createMemoryStore(),
      subscriptions: createMemoryStore(),
      catalog: createMemoryStore(),
      approvalUrl: () => `${url}/checkoutnow`,
      subscriptionUrl: (_, page) => `${url}/${page}`,
    }),
  );
}

export function serveFakePortOne(options: ServeOptions): Promise<ServedFakePortOne> {
  return serve(options, async (_, parts) => createFakePortOne({ ...parts, store: createMemoryStore() }));
}

type Parts = { readonly base: string; readonly deliver: (message: SignedMessage) => void; readonly now?: () => Date };

async function serve<Made extends Fake>(
  { port = 0, deliver = () => undefined, now }: ServeOptions,
  make: (url: string, parts: Parts) => Promise<Made>,
): Promise<Made & Served> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake = await make(url, { base: url, deliver, ...(now && { now }) });
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

async function answer(fake: Fake, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const given = await fake.fetch(await requestOf(url, request));
    response.writeHead(given.status, Object.fromEntries(given.headers));
    response.end(given.body ? Buffer.from(await given.arrayBuffer()) : undefined);
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
