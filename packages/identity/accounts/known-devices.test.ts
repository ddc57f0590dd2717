import { expect, it } from 'vitest';
import { createKnownDevices } from './known-devices.ts';

const credential = { personId: 'person-1', passwordHash: 'hash-1', demo: false };
const devices = createKnownDevices('s'.repeat(40), 'https://site.example');

it('recognizes a browser in which another host of the domain has set the same cookie', () => {
  const [own = ''] = devices.cookie({ address: '192.0.2.1' }, credential, true).split(';');
  const [name = ''] = own.split('=');
  const tossed = `${name}=${Array.from({ length: 5 }, () => 'A'.repeat(65)).join('.')}`;
  for (const cookie of [own, `${tossed}; ${own}`, `${own}; ${tossed}`])
    expect(devices.idOf({ address: '192.0.2.1', cookie }, credential)).toMatch(/^[\w-]{22}$/);
  expect(devices.idOf({ address: '192.0.2.1', cookie: tossed }, credential)).toBeUndefined();
});
