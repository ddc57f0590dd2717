import { expect, it } from 'vitest';
import { Overloaded } from './concurrency-limiter.ts';
import { createHeldRequests, MAX_HELD_OF_ADDRESS } from './held-requests.ts';

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

it('refuses requests of an address beyond its limit, however many accounts it has', () => {
  const { hold } = createHeldRequests(4000);
  const releases = Array.from({ length: MAX_HELD_OF_ADDRESS }, (_, account) => hold(`account ${account}`, 5, '198.51.100.1'));
  expect(() => hold('another', 5, '198.51.100.1')).toThrow(Overloaded);
  hold('another', 5, '198.51.100.2');
  releases[0]?.();
  hold('another', 5, '198.51.100.1');
});
