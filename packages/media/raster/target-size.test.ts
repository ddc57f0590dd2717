import { describe, expect, it, vi } from 'vitest';
import { encodeToSize } from './target-size.ts';

/** Creates a codec whose file grows by 10 kB per hundredth of quality. */
const codec = () => vi.fn(async (quality: number) => new Uint8Array(Math.round(quality * 100) * 10_000));

describe('encodeToSize', () => {
  it('encodes once without a size limit, or when the first result fits', async () => {
    const encode = codec();
    expect((await encodeToSize({ targetSize: null }, 0.9, encode)).length).toBe(900_000);
    expect((await encodeToSize({ targetSize: 900 }, 0.9, encode)).length).toBe(900_000);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  it.each([50, 123, 400, 899])('gets close to %d kB from below with at most six encodes', async (targetSize) => {
    const encode = codec();
    const { length } = await encodeToSize({ targetSize }, 0.9, encode);
    expect(length).toBeLessThanOrEqual(targetSize * 1000);
    expect(length).toBeGreaterThan(targetSize * 1000 - 50_000);
    expect(encode.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('refuses a size that no quality reaches', async () => {
    const encode = codec();
    await expect(encodeToSize({ targetSize: 10 }, 0.9, encode)).rejects.toMatchObject({ code: 'invalid-options' });
    expect(encode).toHaveBeenLastCalledWith(0.02);
  });
});
