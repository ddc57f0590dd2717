import { expect, it } from 'vitest';
import { readEgg } from './egg.ts';

const END = 0x08e28222;
type Entry = { readonly id: number; readonly name: string; readonly parent?: number };

function eggOf(entries: readonly Entry[]) {
  const bytes = new DataView(new ArrayBuffer(18 + entries.reduce((sum, { name }) => sum + 31 + name.length, 4)));
  let at = 0;
  const u32 = (...values: readonly number[]): void => {
    for (const value of values) {
      bytes.setUint32(at, value, true);
      at += 4;
    }
  };
  u32(0x41474745, 0, 0);
  at = 14;
  u32(END);
  for (const { id, name, parent } of entries) {
    u32(0x0a8590e3, id, 0, 0, 0x0a8591ac);
    bytes.setUint8(at, parent === undefined ? 0 : 0x10);
    bytes.setUint16(at + 1, name.length + (parent === undefined ? 0 : 4), true);
    at += 3;
    if (parent !== undefined) u32(parent);
    for (const letter of name) bytes.setUint8(at++, letter.charCodeAt(0));
    u32(END);
  }
  u32(END);
  return new Uint8Array(bytes.buffer, 0, at);
}

const pathsIn = (entries: readonly Entry[]) => readEgg(eggOf(entries), '').map(({ path }) => path);
const chain = (count: number, name: string) =>
  Array.from({ length: count }, (_, id): Entry => ({ id, name, ...(id > 0 && { parent: id - 1 }) }));

it('joins names with those of the entries above', () => {
  const entries = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b', parent: 1 },
    { id: 2, name: 'again', parent: 9 },
    { id: 3, name: 'c', parent: 2 },
  ];
  expect(pathsIn(entries)).toEqual(['a', 'a/b', 'again', 'a/b/c']);
  expect(pathsIn(chain(256, 'x')).at(-1)).toHaveLength(511);
});

it.each([
  [
    'in a circle',
    [
      { id: 1, name: 'a', parent: 2 },
      { id: 2, name: 'b', parent: 1 },
    ],
  ],
  ['above themselves', [{ id: 1, name: 'a', parent: 1 }]],
  ['too deep', chain(257, 'x')],
  ['with too long names', chain(3, 'x'.repeat(3000))],
  ['in a circle of 100,000', chain(100_000, '').map((entry) => ({ parent: 99_999, ...entry }))],
])('refuses folders %s', (_, entries) => {
  expect(() => pathsIn(entries)).toThrow(expect.objectContaining({ code: 'corrupt' }));
});
