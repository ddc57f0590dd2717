import { AudioSample, type AudioSampleInit } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { mixedDown, mixesDown } from './mix-down.ts';

const RATE = 48_000;

function sampleOf(channels: readonly number[], format: AudioSampleInit['format'] = 'f32', data?: AudioSampleInit['data']) {
  const init = { numberOfChannels: channels.length, sampleRate: RATE, timestamp: 1 };
  return new AudioSample({ ...init, format, data: data ?? Float32Array.from(channels) });
}

/** Returns the only frame as 32-bit floating point. */
function frameOf(sample: AudioSample): readonly number[] {
  const frame = new Float32Array(sample.numberOfChannels);
  sample.copyTo(frame, { planeIndex: 0, format: 'f32' });
  return [...frame];
}

const mixed = (channels: readonly number[], to: number) => frameOf(mixedDown(sampleOf(channels), to));

describe('mixedDown', () => {
  it.each([3, 5, 6, 7, 8])('keeps %s channels at full volume within range', (count) => {
    for (const to of [1, 2])
      for (const value of mixed(
        Array.from({ length: count }, () => 1),
        to,
      ))
        expect(value).toBeCloseTo(1, 5);
  });

  it.each([3, 5, 6, 7, 8])('puts the center of %s channels on both sides', (count) => {
    const [left = 0, right = 0] = mixed(
      Array.from({ length: count }, (_, index) => (index === 2 ? 1 : 0)),
      2,
    );
    expect(left).toBeGreaterThan(0.15);
    expect(right).toBe(left);
  });

  it('keeps left and right apart, and leaves out the low frequencies', () => {
    const [left = 0, right = 0] = mixed([0.5, 0, 0, 0, 0.5, 0], 2);
    expect([left > 0.3, right]).toEqual([true, 0]);
    expect(mixed([0, 0, 0, 1, 0, 0], 2)).toEqual([0, 0]);
  });

  it('keeps rate, time and bit depth', () => {
    const deep = mixedDown(sampleOf([0, 0, 0, 0, 0, 0], 's16', Int16Array.of(9, 9, 9, 9, 9, 9)), 2);
    expect(deep).toMatchObject({ sampleRate: RATE, timestamp: 1, format: 's16', numberOfChannels: 2, numberOfFrames: 1 });
  });

  it('leaves other layouts to the library', () => {
    expect([1, 2, 4].map((count) => mixesDown(count, 2))).toEqual([false, false, false]);
    expect(mixed([0.25, 0.5], 1)).toEqual([0.25, 0.5]);
  });
});
