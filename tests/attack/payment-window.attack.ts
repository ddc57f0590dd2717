/** The host on which the scripts of a payment service run. They must find nothing else of this server in their origin. */
import { describe, expect, inject, it } from 'vitest';
import { startOwnServer } from './own-server.ts';
import { exchange, statusesIn } from './raw-http.ts';

/** Paths of the site: pages, files, API, health, preview images, sitemap and feeds. */
const PATHS = [
  '/',
  '/ko/converter',
  '/converter.data',
  '/sw.js',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/og/ko/heic-to-jpg.png',
  '/status/feed.atom',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/account/session',
  '/api/openapi.json',
  '/api/v1/jobs',
  '/api/payments/0f8fad5b-d9cb-469f-a165-70867728950e/window',
  '/demo/paypal/checkoutnow',
];
const NAMES = ['pay.localhost', 'PAY.LOCALHOST:80', 'pay.localhost.'];

const ask = (base: string, host: string, path: string, method = 'GET'): Promise<string> =>
  exchange(base, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);

describe('the host of the payment window', () => {
  it('serves nothing of the site and sets no cookies', async () => {
    const site = 'http://127.0.0.1:3000';
    const { baseUrl } = await startOwnServer({ PUBLIC_ORIGIN: site, PAYMENT_WINDOW_ORIGIN: 'http://pay.localhost:3000' });
    for (const path of PATHS) {
      for (const host of NAMES) {
        const answer = await ask(baseUrl, host, path);
        expect([path, host, statusesIn(answer)]).toEqual([path, host, [404]]);
        expect(answer).not.toMatch(/^set-cookie:/im);
      }
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(statusesIn(await ask(baseUrl, 'pay.localhost', '/api/account/sign-in', method))).toEqual([404]);
    expect(statusesIn(await ask(baseUrl, '127.0.0.1:3000', '/robots.txt'))).toEqual([200]);
    const two = 'GET / HTTP/1.1\r\nHost: pay.localhost\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n';
    expect(statusesIn(await exchange(baseUrl, two))).toEqual([400]);
    const absolute = `GET ${site}/ HTTP/1.1\r\nHost: pay.localhost\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await exchange(baseUrl, absolute))).toEqual([404]);
  });

  it('opens no window without a token of this server, on no host', async () => {
    const base = inject('attackedUrl');
    for (const host of ['localhost', '127.0.0.1', 'pay.localhost', 'evil.example']) {
      for (const token of ['', 'x', 'A'.repeat(200), '../../etc/passwd', '%00', `${'eyJ'.repeat(60)}.e30.`]) {
        const answer = await ask(base, host, `/payment-window?token=${token}`);
        expect([host, token, statusesIn(answer)]).toEqual([host, token, [404]]);
        expect(answer).not.toMatch(/^(set-cookie|location):/im);
      }
    }
  });
});
