import { expect, it } from 'vitest';
import { normalisedAddress } from './normalised-address.ts';

it('unites the spellings of one mailbox', () => {
  const spellings = ['Mina.Kim+files@Gmail.com', 'minakim@googlemail.com', 'm.i.n.a.k.i.m@gmail.com'];
  expect(spellings.map(normalisedAddress)).toEqual(Array(3).fill('minakim@gmail.com'));
  expect(normalisedAddress('Mina+a+b@Example.com')).toBe('mina@example.com');
});

it('keeps different mailboxes apart', () => {
  expect(normalisedAddress('mina.kim@example.com')).not.toBe(normalisedAddress('minakim@example.com'));
  expect(normalisedAddress('mina@example.com')).not.toBe(normalisedAddress('mina@example.org'));
  expect(normalisedAddress('+a@example.com')).not.toBe(normalisedAddress('+b@example.com'));
});
