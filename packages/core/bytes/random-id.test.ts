import { expect, it, vi } from 'vitest';
import { randomId } from './random-id.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

it('makes a random UUID', () => {
  expect(randomId()).toMatch(UUID);
  expect(randomId()).not.toBe(randomId());
});

it('makes one where the browser cannot', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
  expect(randomId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  vi.unstubAllGlobals();
});
