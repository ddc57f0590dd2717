import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { hasPassword } from './password.ts';

const zip = (...names: readonly string[]) =>
  new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array(2)])), { level: 0 }));

test('recognizes locked documents by their verifier, and those of 2009 by the method of their members', () => {
  expect(hasPassword(zip('Index/Document.iwa', '.iwpv2'))).toBe(true);
  const old = zip('index.xml');
  expect(hasPassword(old)).toBe(false);
  const entry = old.findIndex((_, at) => old[at] === 0x50 && old[at + 2] === 1 && old[at + 3] === 2);
  old.set([0x6c, 0x63], entry + 10);
  expect(hasPassword(old)).toBe(true);
});
