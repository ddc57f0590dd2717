import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusingRepeatedHosts } from './repeated-hosts.ts';

const server = createServer(refusingRepeatedHosts((_, response) => response.end('ok')));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Status line of the response to a request with these header lines. */
function statusFor(lines: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(['GET / HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n')),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? '')).on('error', reject);
  });
}

it('refuses a request with two Host headers and accepts one', async () => {
  expect(await statusFor(['Host: bakkum.example', 'Host: evil.example'])).toBe('HTTP/1.1 400 Bad Request');
  expect(await statusFor(['Host: bakkum.example', 'hOST: bakkum.example'])).toBe('HTTP/1.1 400 Bad Request');
  expect(await statusFor(['Host: bakkum.example', 'X-Note: Host'])).toBe('HTTP/1.1 200 OK');
});

it('refuses with a policy, because a frame of the payment window could show the response', async () => {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'));
    socket.once('data', (part) => resolve(String(part))).on('error', reject);
  });
  expect(response).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
  expect(response).toMatch(/^cross-origin-opener-policy: same-origin/im);
});
