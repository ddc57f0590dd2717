import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../config/settings.ts';
import { siteOriginOf, windowOriginOf } from './window-origin.ts';

const demo = readSettings({});
const configured = readSettings({ PUBLIC_ORIGIN: 'http://localhost:3000', PAYMENT_WINDOW_ORIGIN: 'http://127.0.0.1:3000' });

describe('the origin of the payment window', () => {
  it.each([
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://[::1]:3000', 'http://localhost:3000'],
    ['http://site.localhost:3000', 'http://localhost:3000'],
    ['http://192.168.1.5:3000', undefined],
    ['http://localhost.evil.example', undefined],
  ])('of a site at %s is %s without a setting', (site, window) => {
    expect(windowOriginOf(site, demo)).toBe(window);
  });

  it('is an address on which the server listens', () => {
    expect(windowOriginOf('http://localhost:3000', readSettings({ HOST: '::1' }))).toBe('http://[::1]:3000');
  });

  it('is the configured one, for buyers of the configured site only', () => {
    expect(windowOriginOf('http://localhost:3000', configured)).toBe('http://127.0.0.1:3000');
    for (const site of ['http://127.0.0.1:3000', 'https://evil.example', 'http://localhost:3001'])
      expect(windowOriginOf(site, configured)).toBeUndefined();
  });
});

it('returns buyers to the configured site, also if it has moved since the payment was started', () => {
  expect(siteOriginOf('https://old.example/api/payments/1/window', configured)).toBe('http://localhost:3000');
  expect(siteOriginOf('http://127.0.0.1:3000/api/payments/1/window', demo)).toBe('http://127.0.0.1:3000');
});
