import { createHash } from 'node:crypto';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const parts = { engine, manifest };
const FILE = 'unknown/sensor.zzq';

async function converted(input: Blob, to: 'txt' | 'json'): Promise<string> {
  const { outputs } = await convertWith(parts, { input, from: 'unknown', to });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new Error('no file');
  return content.text();
}

describe('text', () => {
  it('contains the readable runs of UTF-8 and UTF-16, in order', async () => {
    expect((await converted(await fixture(FILE), 'txt')).split('\n')).toEqual([
      'Sensor basement',
      '습도 센서 지하',
      'Firmware 2.4.1 build 20261101',
      'Wide label 온도',
      '',
    ]);
  });

  it('is a hex dump where nothing is readable', async () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index);
    expect(await converted(new Blob([bytes]), 'txt')).toBe(
      '00000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................\n' +
        '00000010  10 11 12 13                                      ....\n',
    );
  });
});

it('JSON contains the file, which can be restored from it', async () => {
  const file = await fixture(FILE);
  const bytes = Buffer.from(await file.arrayBuffer());
  const told = JSON.parse(await converted(new File([bytes], 'sensor.zzq'), 'json'));
  expect(told).toMatchObject({
    name: 'sensor.zzq',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: expect.arrayContaining(['Sensor basement']),
  });
  expect(Buffer.from(told.base64, 'base64').equals(bytes)).toBe(true);
});
