import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { addressesIn, createOutbound, type OutboundOptions, type OutboundRequest } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.9',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2606:4700::5efe:7f00:1',
    '2606:4700:0:0:200:5efe:7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ place: string; asked: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => count };
}

const ask = (options: OutboundOptions, request: Omit<OutboundRequest, 'signal'>, signal = new AbortController().signal) =>
  createOutbound(options).ask({ signal, ...request });
const faultOf = (options: OutboundOptions, url: string) =>
  ask(options, { url }).then(
    () => 'answered',
    (error: { fault?: string }) => error.fault,
  );

it('reaches private addresses the operator allowed, and posts messages there', async () => {
  const { place } = await serve(
    (request, response) => void text(request).then((body) => response.end(`${request.method ?? ''} ${body}`)),
  );
  const answer = await ask({ reachable: [place] }, { url: `http://${place}/`, method: 'POST', body: 'hello' });
  expect([answer.status, await text(answer.body)]).toEqual([200, 'POST hello']);
});

it('refuses private addresses in every notation', async () => {
  const { place, asked } = await serve((_request, response) => response.end());
  const [, port = ''] = place.split(':');
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '0',
  ]) {
    expect(await faultOf({}, `http://${host}:${port}/`)).toBe('private-address');
  }
  expect(asked()).toBe(0);
});

it('refuses a name that also resolves to a private address', async () => {
  const mixed = [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  expect(await faultOf({ lookup: async () => mixed }, 'http://mixed.example/')).toBe('private-address');
  expect(await faultOf({ lookup: async () => [] }, 'http://none.example/')).toBe('unknown-host');
});

describe('the addresses of a name', () => {
  const never = new Promise<never>(() => undefined);
  const [older, newer] = [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ];

  it('include IPv4 and IPv6', async () => {
    expect(await addressesIn(Promise.resolve([older.address]), Promise.resolve([newer.address]))).toEqual([older, newer]);
    expect(await addressesIn(Promise.reject(new Error('none')), Promise.resolve([newer.address]))).toEqual([newer]);
  });

  it('are IPv4 only when there is no response for IPv6', async () => {
    expect(await addressesIn(Promise.resolve([older.address]), never, 1)).toEqual([older]);
  });

  it('are IPv6 only if there is no IPv4, even if they arrive late', async () => {
    const late = new Promise<string[]>((resolve) => setTimeout(resolve, 20, [newer.address]));
    expect(await addressesIn(Promise.reject(new Error('none')), late, 1)).toEqual([newer]);
  });

  it('are reported as missing when there are none', async () => {
    const cause = new Error('none');
    const outcome = addressesIn(Promise.reject(cause), Promise.reject(new Error('none either')));
    await expect(outcome).rejects.toMatchObject({ fault: 'unknown-host', cause });
  });
});

it('connects to the checked address even if the name resolves differently by then', async () => {
  const { place, asked } = await serve((_request, response) => response.end('checked'));
  const [address = '', port = ''] = place.split(':');
  let count = 0;
  const lookup = async () => {
    count += 1;
    return [{ address: count === 1 ? address : '10.0.0.1', family: 4 }];
  };
  const answer = await ask({ reachable: [place], lookup }, { url: `http://rebound.example:${port}/` });
  expect([await text(answer.body), asked(), count]).toEqual(['checked', 1, 1]);
});

it('checks the target of every redirect', async () => {
  const hidden = await serve((_request, response) => response.end('secret'));
  const first = await serve((_request, response) => response.writeHead(302, { Location: `http://${hidden.place}/` }).end());
  expect(await faultOf({ reachable: [first.place] }, `http://${first.place}/`)).toBe('private-address');
  expect(hidden.asked()).toBe(0);
  const both = { reachable: [first.place, hidden.place] };
  expect(await text((await ask(both, { url: `http://${first.place}/` })).body)).toBe('secret');
});

it('limits the number of redirects', async () => {
  const round = await serve((_request, response) => response.writeHead(302, { Location: '/' }).end());
  expect(await faultOf({ reachable: [round.place] }, `http://${round.place}/`)).toBe('too-many-redirects');
  expect(round.asked()).toBe(6);
});

it('accepts only http and https, without passwords, on web ports', async () => {
  const far = { lookup: async () => [{ address: '93.184.216.34', family: 4 }] };
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'nothing',
    'http://user:word@example.com/',
    'http://example.com:25/',
    'http://example.com:6379/',
  ]) {
    expect(await faultOf(far, url)).toBe('invalid-address');
  }
});

it('reports a server that does not respond, and stops when aborted', async () => {
  const { place } = await serve(() => undefined);
  const stop = new AbortController();
  const waiting = ask({ reachable: [place] }, { url: `http://${place}/` }, stop.signal);
  stop.abort(new Error('told to'));
  await expect(waiting).rejects.toThrow('told to');
  expect(await faultOf({ reachable: ['127.0.0.1:9'] }, 'http://127.0.0.1:9/')).toBe('no-answer');
});

it('stops waiting for a name server at its time limit', async () => {
  const lookup = () => new Promise<never>(() => undefined);
  const stop = new AbortController();
  const waiting = ask({ lookup }, { url: 'http://silent.example/' }, stop.signal);
  stop.abort(new Error('told to'));
  await expect(waiting).rejects.toThrow('told to');
  await expect(ask({ lookup }, { url: 'http://silent.example/' }, stop.signal)).rejects.toThrow('told to');
});
