import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { colourSpaceOf } from './colour-space.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'fpx', to: 'raster' });
  const { frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return first.read;
}

const named = (...channels: number[]) => new Uint8Array(Uint32Array.of(1, channels.length, ...channels).buffer);

describe('FlashPix', () => {
  it('is read from JPEG tiles with shared tables', async () => {
    expect(meanError(await read(await fixture('images/fpx.fpx')), testPicture(64, 48))).toBeLessThan(2);
  });

  it('supports grey, RGB and Photo YCC, with and without transparency', () => {
    expect(colourSpaceOf(named(0x10000)).ofStored([7])).toEqual([7, 7, 7, 255]);
    expect(colourSpaceOf(named(0x30000, 0x30001, 0x30002, 0x37ffe)).ofStored([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(colourSpaceOf(named(0x30000, 0x30001, 0x30002)).ofConverted([100, 128, 128])).toEqual([100, 100, 100, 255]);
    const [red] = colourSpaceOf(named(0x20000, 0x20001, 0x20002)).ofStored([182, 156, 137]);
    expect(red).toBeCloseTo(247.2, 1);
  });

  it('is corrupt if truncated', async () => {
    const whole = await fixture('images/fpx.fpx');
    await expect(read(whole.slice(0, 2000))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(whole.slice(0, 600))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
