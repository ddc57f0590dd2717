import { contentSecurityPolicy, FRAME_POLICY, LINK_WORKER_POLICY, PAGE_HEADERS } from '@bakkum/site/security-policy';
import { expect, it } from 'vitest';
import { secured, unredirected } from './static-copy.ts';

/** Requests of these kinds cannot be made outside of a browser. */
function requestOf(pathname: string, given: Partial<Pick<Request, 'mode' | 'destination'>>): Request {
  const request = new Request(`https://copy.example${pathname}`);
  for (const [name, value] of Object.entries(given)) Object.defineProperty(request, name, { value });
  return request;
}

it('adds the headers that a page lacks', async () => {
  const page = secured(requestOf('/converter/', { mode: 'navigate', destination: 'document' }), new Response('page'));
  for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(page.headers.get(name)).toBe(value);
  expect(page.headers.get('Content-Security-Policy')).toBe(FRAME_POLICY);
  expect(await page.text()).toBe('page');
});

it.each([
  ['/assets/worker-1.js', contentSecurityPolicy()],
  ['/assets/link-worker-1.js', LINK_WORKER_POLICY],
])('gives the worker %s its policy', (pathname, policy) => {
  const worker = secured(requestOf(pathname, { destination: 'worker' }), new Response('worker'));
  expect(worker.headers.get('Content-Security-Policy')).toBe(policy);
  expect(worker.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
});

it('keeps what the server sends, and the status', () => {
  const sent = new Response('missing', { status: 404, headers: { 'Referrer-Policy': 'no-referrer' } });
  const page = secured(requestOf('/none', { mode: 'navigate', destination: 'document' }), sent);
  expect([page.status, page.headers.get('Referrer-Policy')]).toEqual([404, 'no-referrer']);
});

it('leaves redirects and other files as they are', () => {
  const redirect = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  expect(secured(requestOf('/converter', { mode: 'navigate', destination: 'document' }), redirect)).toBe(redirect);
  const style = new Response('style');
  expect(secured(requestOf('/assets/app.css', { destination: 'style' }), style)).toBe(style);
});

it('forgets that a page was redirected', async () => {
  const redirected = Object.defineProperty(new Response('page'), 'redirected', { value: true });
  const page = unredirected(redirected);
  expect([page.redirected, await page.text()]).toEqual([false, 'page']);
  const plain = new Response('page');
  expect(unredirected(plain)).toBe(plain);
});
