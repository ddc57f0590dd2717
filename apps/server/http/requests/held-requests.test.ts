import { expect, it } from 'vitest';
import { Overloaded } from './concurrency-limiter.ts';
import { createHeldRequests } from './held-requests.ts';

it('refuses requests of a source beyond its limit, and admits others', () => {
  const { hold } = createHeldRequests(10);
  hold('a', 2);
  const release = hold('a', 2);
  expect(() => hold('a', 2)).toThrow(Overloaded);
  hold('b', 2);
  release();
  release();
  hold('a', 2);
  expect(() => hold('a', 2)).toThrow(Overloaded);
});

it('refuses requests of everyone beyond the total', () => {
  const { hold } = createHeldRequests(2);
  const release = hold('a', 5);
  hold('b', 5);
  expect(() => hold('c', 5)).toThrow(Overloaded);
  release();
  hold('c', 5);
});
