import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodeEnvironment } from '../requests/client-address.ts';
import { requestListener } from '../requests/request-listener.ts';
import { createFileSlots } from './file-slots.ts';

const LIMITS = { running: 10, runningPerSource: 2, waiting: 10, waitingPerSource: 10, patienceMs: 60_000 };
const MEGABYTE = 1024 * 1024;
const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Serves a file that never ends, of a declared size, and counts how often it is open. */
async function serve(bytes: number, stalledMs: number) {
  const slots = createFileSlots(1, LIMITS, stalledMs);
  const open = { now: 0, most: 0, closed: 0 };
  const endless = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start() {
        open.now += 1;
        open.most = Math.max(open.most, open.now);
      },
      pull: (controller) => controller.enqueue(new Uint8Array(MEGABYTE)),
      cancel() {
        open.now -= 1;
        open.closed += 1;
      },
    });
  const app = new Hono<NodeEnvironment>();
  // A client that is gone, or waited too long.
  app.onError(() => new Response(null, { status: 503 }));
  app.get('/', (context) => slots.send(context, bytes, async (limited) => new Response(limited(endless()))));
  const server = createServer(requestListener(app.fetch)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = (address: string): Socket => {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    clients.push(client);
    return client;
  };
  return { open, request };
}

describe('clients that do not read', () => {
  it('keep few large files open, and others are served', async () => {
    const { open, request } = await serve(MEGABYTE, 3_600_000);
    const stalled = Array.from({ length: 6 }, () => request('192.0.2.1'));
    await expect.poll(() => open.now).toBe(2);
    request('192.0.2.2');
    await expect.poll(() => open.now).toBe(3);
    stalled[0]?.destroy();
    await expect.poll(() => open.closed).toBe(1);
    await expect.poll(() => open.now).toBe(3);
    expect(open.most).toBe(3);
  });

  it('are disconnected, so that those who wait get their turn', async () => {
    const { open, request } = await serve(MEGABYTE, 50);
    const stalled = Array.from({ length: 6 }, () => request('192.0.2.1'));
    await expect.poll(() => open.closed).toBe(6);
    expect(open).toEqual({ now: 0, most: 2, closed: 6 });
    await Promise.all(stalled.map((client) => once(client.resume(), 'close')));
  });
});

it('takes no slot for a small file', async () => {
  const { open, request } = await serve(1000, 3_600_000);
  for (let count = 0; count < 6; count += 1) request('192.0.2.1');
  await expect.poll(() => open.now).toBe(6);
});
