import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'jls', to: 'raster' });
  const { frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return first.read;
}

describe('JPEG-LS', () => {
  it('is read without loss from native FFmpeg output', async () => {
    expect(meanError(await read(await fixture('images/jls.jls')), testPicture(64, 48))).toBe(0);
  });

  it('is corrupt if truncated or without a size, and refused if huge', async () => {
    const whole = await fixture('images/jls.jls');
    await expect(read(whole.slice(0, whole.size / 2))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(whole.slice(0, 8))).rejects.toMatchObject({ code: 'corrupt' });
    const huge = new Uint8Array(await whole.arrayBuffer());
    huge.fill(255, 7, 11);
    await expect(read(new Blob([huge]))).rejects.toMatchObject({ code: 'too-large' });
  });
});
