import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { clientAddress, type NodeEnvironment } from './client-address.ts';

const ask = async (socket: string, forwarded: string | undefined, trustedProxies: number): Promise<string> => {
  const app = new Hono<NodeEnvironment>().get('/', (context) => context.text(clientAddress(context, trustedProxies)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  // The part of Node's bindings that is read.
  const environment = { incoming: { socket: { remoteAddress: socket } } } as unknown as NodeEnvironment['Bindings'];
  return (await app.request('/', { headers }, environment)).text();
};

it.each([
  ['198.51.100.7', undefined, 0, '198.51.100.7'],
  ['198.51.100.7', '203.0.113.9', 0, '198.51.100.7'],
  ['::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
  ['10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9', 1, '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9:4711', 1, '203.0.113.9'],
  ['10.0.0.1', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', '[2001:db8:1:2::9]', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9', 2, '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', undefined, 0, '2001:db8:1:2::/64'],
  ['2001:0db8::1', undefined, 0, '2001:db8:0:0::/64'],
  ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
])('%s, forwarded for %s, %i proxies trusted: %s', async (socket, forwarded, trustedProxies, address) => {
  expect(await ask(socket, forwarded, trustedProxies)).toBe(address);
});
