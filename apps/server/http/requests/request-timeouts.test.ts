import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enforceRequestTimeouts, extendRequestTimeout } from './request-timeouts.ts';

const MINUTE_MS = 60_000;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/patient') extendRequestTimeout(request, MINUTE_MS);
    void text(request).then(
      (body) => response.end(`all ${body.length} bytes`),
      () => response.destroy(),
    );
  });
  enforceRequestTimeouts(server, 1);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Starts a request whose ten-byte body never arrives. */
function startRequest(path: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1`);
  return socket;
}

it('closes a connection when its body is late, by the time limit of the route', async () => {
  const patient = startRequest('/patient');
  const late = startRequest('/late');
  await new Promise((resolve) => late.once('close', resolve));
  patient.write('234567890');
  const answer = await new Promise((resolve) => patient.once('data', (data: Buffer) => resolve(data.toString())));
  expect(answer).toContain('all 10 bytes');
});
