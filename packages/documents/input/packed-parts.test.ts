import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackParts } from './packed-parts.ts';

const packed = new Uint8Array(zipSync({ 'word/document.xml': strToU8('<w/>'), 'a.txt': strToU8('가나다') }));

describe('the parts of a zipped document', () => {
  it('are returned by path', () => {
    const parts = [...unpackParts(packed)].map(([path, bytes]) => [path, strFromU8(bytes)]);
    expect(parts).toEqual([
      ['word/document.xml', '<w/>'],
      ['a.txt', '가나다'],
    ]);
  });

  it('are refused before unpacking when they claim more than a gigabyte', () => {
    const bomb = packed.slice();
    const view = new DataView(bomb.buffer);
    const entry = bomb.findIndex((_, at) => at + 4 <= bomb.length && view.getUint32(at, true) === 0x02014b50);
    view.setUint32(entry + 24, 0x7fff_ffff, true);
    expect(() => unpackParts(bomb)).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it.each([
    ['what is no zip', strToU8('words')],
    ['a zip cut off', packed.slice(0, -30)],
  ])('are refused if the zip is damaged: %s', (_, bytes) => {
    expect(() => unpackParts(new Uint8Array(bytes))).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });
});
