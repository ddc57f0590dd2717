import { expect, it } from 'vitest';
import { isOfAnotherPage } from './seen-requests.ts';

const request = { method: 'POST', mode: 'same-origin' };

it.each([
  ['the page that watches', { ...request, client: { id: 'proof', type: 'window' } }, false],
  ['another page', { ...request, client: { id: 'other', type: 'window' } }, true],
  ['a worker of any page', { ...request, client: { id: 'worker', type: 'worker' } }, false],
  ['a client that is gone', request, false],
  ['a navigation of another tab', { method: 'GET', mode: 'navigate' }, true],
  ['a form that is sent', { method: 'POST', mode: 'navigate' }, false],
] as const)('a request of %s', (_, given, expected) => {
  expect(isOfAnotherPage('proof', given)).toBe(expected);
});
