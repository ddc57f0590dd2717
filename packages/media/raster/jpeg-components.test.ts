import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { type JpegComponents, jpegComponents } from './jpeg-components.ts';

const IMAGES = path.resolve(import.meta.dirname, '../../../tests/fixtures/images');
const read = async (name: string): Promise<Uint8Array> => new Uint8Array(await readFile(path.join(IMAGES, name)));

/** Converts luma and chroma to RGB (ITU-T T.871). */
function painted({ width, height, planes }: JpegComponents) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const [luma = 0, blue = 0, red = 0] = planes.map((plane) => plane[index] ?? 0);
    const colour = [luma + 1.402 * (red - 128), luma - 0.344 * (blue - 128) - 0.714 * (red - 128), luma + 1.772 * (blue - 128)];
    data.set([...colour, 255], index * 4);
  }
  return { depth: 8, width, height, data } as const;
}

describe('jpegComponents', () => {
  it('decodes what native ImageMagick encoded', async () => {
    const decoded = jpegComponents(await read('jpeg.jpg'));
    expect(decoded.isCutOff).toBe(false);
    expect(meanError(painted(decoded), testPicture(64, 48))).toBeLessThan(4);
  });

  it('returns four planes for CMYK, one for greyscale', async () => {
    expect(jpegComponents(await read('jpeg-cmyk.jpg')).planes).toHaveLength(4);
    expect(jpegComponents(await read('jpeg-grey.jpg')).planes).toHaveLength(1);
  });

  it('returns the samples before the point of truncation', async () => {
    const whole = await read('jpeg.jpg');
    expect(jpegComponents(whole.subarray(0, whole.length - 200)).isCutOff).toBe(true);
    expect(() => jpegComponents(whole.subarray(0, 100))).toThrow('without a scan');
  });
});
