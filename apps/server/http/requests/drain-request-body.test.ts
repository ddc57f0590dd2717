import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainRequestBodies } from './drain-request-body.ts';

const MOST_BYTES = 2_000_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const asked: IncomingMessage[] = [];
let server: Server;

beforeAll(async () => {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: 1000, onError: (context) => context.text('too large', 413) }), (context) =>
    context.text('taken'),
  );
  app.post('/closes', (context) => context.text('refused', 401, { Connection: 'close' }));
  server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  server.on('request', (incoming) => asked.push(incoming));
  drainRequestBodies(server, MOST_BYTES);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  agent.destroy();
  server.close();
});

/** A chunked body without Content-Length. */
async function post(body: string): Promise<readonly [status: number | undefined, answer: string, reusedSocket: boolean]> {
  const sent = request({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject));
  sent.write(body);
  sent.end();
  const answer = await answered;
  return [answer.statusCode, await text(answer), sent.reusedSocket];
}

it('keeps the connection after refusing a body that is too large', async () => {
  expect(await post('x'.repeat(500_000))).toEqual([413, 'too large', false]);
  await expect.poll(() => asked[0]?.complete).toBe(true);
  expect(await post('x')).toEqual([200, 'taken', true]);
});

/** Begins a request of this length, whose connection closes after the response. `closed` resolves with how it closed. */
function beginRefused(length: number) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise<string>((resolve) => {
    socket.once('error', ({ message }) => resolve(message)).once('close', () => resolve('closed'));
  });
  socket.write(`POST /closes HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  return { socket, closed };
}

it('lets a client send its whole body before the connection closes', async () => {
  const half = 'x'.repeat(500_000);
  const { socket, closed } = beginRefused(2 * half.length);
  socket.write(half);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 [^]*refused/);
  await new Promise<void>((resolve) => socket.write(half.slice(1), () => resolve()));
  socket.end('x');
  expect(await closed).toBe('closed');
  await expect.poll(() => asked.at(-1)?.complete).toBe(true);
});

it('cuts off a client that sends too much after the response', async () => {
  const { socket, closed } = beginRefused(100 * MOST_BYTES);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 /);
  const send = (failure?: Error | null): void => {
    if (!failure) socket.write('x'.repeat(100_000), send);
  };
  send();
  expect(await closed).toMatch(/EPIPE|ECONNRESET/);
  expect(asked.at(-1)?.complete).toBe(false);
});
