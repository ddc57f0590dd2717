import { concat } from '@bakkum/bytes/bytes';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { extractMetadata } from './extract.ts';
import { readPersonalData } from './personal.ts';
import { tiffHeader, writeDirectory } from './tiff-directory.ts';

const CONVERT = '/usr/bin/convert';
const bench = workbench();
afterAll(() => bench.dispose());

async function personalData(...tags: readonly string[]) {
  bench.run(CONVERT, '-size', '4x4', 'xc:red', 'a.jpg');
  if (tags.length > 0) bench.run('exiftool', '-overwrite_original', '-n', ...tags, 'a.jpg');
  const { exif } = await extractMetadata(bench.read('a.jpg'), 'jpeg');
  return readPersonalData(exif ?? new Uint8Array());
}

it('reads the beginning of a long text, without characters that hide or reorder others', () => {
  const author = new TextEncoder().encode(`\u202eMina\u0007 ${'가'.repeat(100_000)}`);
  const entry = { tag: 315, type: 2, count: author.length, value: author };
  const exif = concat([tiffHeader(true, 8), writeDirectory([entry], 8, true)]);
  expect(readPersonalData(exif)).toEqual({ author: `Mina ${'가'.repeat(195)}` });
});

describe.skipIf(!hasProgram(CONVERT) || !hasProgram('exiftool'))('the personal data in tags of ExifTool', () => {
  it('has the camera, the date, the place and the author', async () => {
    const tags = ['-Make=Canon', '-Model=Canon EOS R6', '-DateTimeOriginal=2024:05:01 10:20:30', '-Artist=홍길동'];
    const place = ['-GPSLatitude=33.8688', '-GPSLatitudeRef=S', '-GPSLongitude=151.2093', '-GPSLongitudeRef=E'];
    expect(await personalData(...tags, ...place)).toEqual({
      camera: 'Canon EOS R6',
      takenAt: '2024-05-01T10:20:30',
      place: { latitude: expect.closeTo(-33.8688, 4), longitude: expect.closeTo(151.2093, 4) },
      author: '홍길동',
    });
  });

  it('joins maker and model, and falls back to the date of the file', async () => {
    expect(await personalData('-Make=Apple', '-Model=iPhone 15', '-ModifyDate=2023:01:02 03:04:05')).toEqual({
      camera: 'Apple iPhone 15',
      takenAt: '2023-01-02T03:04:05',
    });
  });

  it('is empty without tags and with meaningless ones', async () => {
    expect(await personalData()).toEqual({});
    expect(await personalData('-DateTimeOriginal=0000:00:00 00:00:00', '-Orientation=6')).toEqual({});
  });

  it('survives a block cut off anywhere', async () => {
    await personalData('-Make=Canon', '-GPSLatitude=1', '-GPSLatitudeRef=N', '-GPSLongitude=1', '-GPSLongitudeRef=E');
    const { exif = new Uint8Array() } = await extractMetadata(bench.read('a.jpg'), 'jpeg');
    for (let length = 0; length < exif.length; length += 1)
      expect(() => readPersonalData(exif.subarray(0, length))).not.toThrow();
  });
});
