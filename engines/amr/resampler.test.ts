import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

function sine(hertz: number, sampleRate: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => Math.sin((2 * Math.PI * hertz * index) / sampleRate));
}

function resampled(samples: Float32Array, from: number, to: number, pieces: readonly number[]): Float32Array {
  const resampler = new Resampler(from, to);
  const out: number[] = [];
  let at = 0;
  for (let index = 0; at < samples.length; index += 1) {
    const length = pieces[index % pieces.length] ?? samples.length;
    out.push(...resampler.push(samples.subarray(at, at + length)));
    at += length;
  }
  out.push(...resampler.end());
  return Float32Array.from(out);
}

describe('resampled audio', () => {
  it.each([8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 47_999])('keeps pitch, timing and length from %i Hz', (from) => {
    const out = resampled(sine(1000, from, from), from, 8000, [1000]);
    const wanted = sine(1000, 8000, 8000);
    expect(out.length).toBe(8000);
    for (let index = 200; index < 7800; index += 1) expect(Math.abs((out[index] ?? 0) - (wanted[index] ?? 0))).toBeLessThan(0.02);
  });

  it('loses frequencies above the new limit', () => {
    const out = resampled(sine(5000, 48_000, 48_000), 48_000, 8000, [1000]);
    for (let index = 200; index < 7800; index += 1) expect(Math.abs(out[index] ?? 0)).toBeLessThan(0.002);
  });

  it('does not depend on how the input is split', () => {
    const samples = sine(700, 44_100, 10_000);
    expect(resampled(samples, 44_100, 8000, [1, 7, 333])).toEqual(resampled(samples, 44_100, 8000, [10_000]));
  });
});
