import { expect, it } from 'vitest';
import { protectionOf } from './encryption.ts';

/** A first page with a version and an encryption description. */
function page({ version = 3, provider, flags = 0 }: { version?: number; provider?: readonly [number, number]; flags?: number }) {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  bytes[0x14] = version;
  if (!provider) return bytes;
  view.setUint16(0x299, 200, true);
  view.setUint16(0x29b, provider[0], true);
  view.setUint16(0x29d, provider[1], true);
  view.setUint32(0x29f, flags, true);
  return bytes;
}

it.each([
  ['a database without encryption', page({}), 'none'],
  ['Access 97', page({ version: 0 }), 'none'],
  ['agile encryption', page({ provider: [4, 4] }), 'password'],
  ['RC4 of the system', page({ provider: [4, 2], flags: 0x04 }), 'password'],
  ['AES of the system', page({ provider: [4, 2], flags: 0x24 }), 'unknown'],
  ['an encryption of a third party', page({ provider: [4, 3] }), 'unknown'],
  ['a future version', page({ version: 9 }), 'unknown'],
  ['a fragment', new Uint8Array(30), 'none'],
])('recognizes %s', (_name, bytes, expected) => {
  expect(protectionOf(bytes)).toBe(expected);
});
