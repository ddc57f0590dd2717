import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readStream, replaceStream } from './compound-file.ts';
import { compoundOf } from './test-compound-file.ts';

const filled = (length: number, start: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (start + index * 7) % 251);

describe('a replaced stream of a compound file', () => {
  const file = compoundOf({ Info: filled(5000, 1), Text: filled(9000, 2) });

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
});
