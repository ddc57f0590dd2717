import { expect, test } from 'vitest';
import { pack, unpack } from './packed.ts';

test('what is packed comes out again', () => {
  const value = { words: { a: '한글 "quoted" </script>' }, list: [1, null, true] };
  expect(unpack(pack(value))).toEqual(value);
});

test('the same text is the same value', () => {
  const text = pack({ a: 1 });
  expect(unpack(text)).toBe(unpack(pack({ a: 1 })));
});

test('values are forgotten in the order they were last read', () => {
  const first = pack({ at: 'first' });
  const second = pack({ at: 'second' });
  const [one, two] = [unpack(first), unpack(second)];
  for (let at = 0; at < 31; at++) {
    unpack(pack({ at }));
    expect(unpack(first)).toBe(one);
  }
  expect(unpack(second)).not.toBe(two);
});
