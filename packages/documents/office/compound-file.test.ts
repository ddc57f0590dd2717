import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readStream, replaceStream } from './compound-file.ts';
import { compoundOf } from './test-compound-file.ts';

const filled = (length: number, start: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (start + index * 7) % 251);

/** The first 109 sectors of the allocation table are listed from here on ([MS-CFB] 2.2). */
const TABLE_AT = 76;
const LISTED = 109;

/** A file whose streams could have small ones beside them. */
function usual(streams: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const file = compoundOf(streams);
  new DataView(file.buffer).setUint32(56, 4096, true);
  return file;
}

describe('a replaced stream of a compound file', () => {
  const file = usual({ Info: filled(5000, 1), Text: filled(9000, 2) });

  it.each([4096, 5000, 5632, 20_000])('holds %i bytes, beside unchanged streams', (length) => {
    const changed = replaceStream(file, 'Info', filled(length, 3));
    expect(changed && readStream(changed, 'Info')).toEqual(filled(length, 3));
    expect(changed && readStream(changed, 'Text')).toEqual(filled(9000, 2));
    expect(readStream(file, 'Info')).toEqual(filled(5000, 1));
  });

  it('is padded if it was a part of the small streams', async () => {
    const document = new Uint8Array(await (await fixture('documents/hwp.hwp')).arrayBuffer());
    const changed = replaceStream(document, 'DocInfo', filled(600, 3));
    const padded = changed && readStream(changed, 'DocInfo');
    expect(padded?.slice(0, 600)).toEqual(filled(600, 3));
    expect(padded?.length).toBe(4096);
    expect(changed && readStream(changed, 'FileHeader')).toEqual(readStream(document, 'FileHeader'));
  });

  it('needs a known name and room in the allocation table', () => {
    expect(replaceStream(file, 'None', filled(10, 1))).toBeUndefined();
    expect(replaceStream(file, 'Info', filled(100_000, 1))).toBeUndefined();
  });

  it('is refused in a file of 256 KB that claims gigabytes', () => {
    const sector = 65_536;
    const hostile = new Uint8Array(4 * sector).fill(255, sector, 2 * sector);
    hostile.set(file.subarray(0, 512));
    hostile.set(file.subarray(1024, 1536), 2 * sector);
    const view = new DataView(hostile.buffer);
    view.setUint16(30, 16, true);
    view.setUint32(48, 1, true);
    view.setUint32(56, 0x30000000, true);
    view.setUint32(sector + 4, 0xfffffffe, true);
    for (let index = 0; index < LISTED; index += 1) view.setUint32(TABLE_AT + index * 4, 0, true);
    expect(replaceStream(hostile, 'Info', filled(5000, 1))).toBeUndefined();
  });

  it.each([
    ['another size of small streams', 56, 0x30000000],
    ['a table sector outside of the file', TABLE_AT, 0x00ff_ffff],
    ['a first sector outside of the table', 1024 + 128 + 116, 0x00ff_ffff],
    ['a stream in a loop', 512 + 4 * 4, 4],
  ])('is refused with %s', (_, at, value) => {
    const damaged = file.slice();
    new DataView(damaged.buffer).setUint32(at, value, true);
    expect(replaceStream(damaged, 'Info', filled(5000, 1))).toBeUndefined();
  });

  it('is refused if its place is far behind the end of the file', () => {
    const distant = file.slice();
    const view = new DataView(distant.buffer);
    for (let sector = 0; sector < 90; sector += 1)
      if (view.getUint32(512 + sector * 4, true) === 0xffffffff) view.setUint32(512 + sector * 4, 0xfffffffd, true);
    expect(replaceStream(distant, 'Info', filled(5632, 1))).toBeUndefined();
  });
});

describe('the allocation table', () => {
  it('has each sector once, in a loop of its list and in the header', () => {
    const file = compoundOf({ Info: filled(5000, 1) });
    const view = new DataView(file.buffer);
    for (let index = 1; index < LISTED; index += 1) view.setUint32(TABLE_AT + index * 4, 0, true);
    view.setUint32(68, 0, true);
    view.setUint32(72, 0xffff_fff0, true);
    view.setUint32(512 + 127 * 4, 0, true);
    expect(readStream(file, 'Info')).toEqual(filled(5000, 1));
  });
});
