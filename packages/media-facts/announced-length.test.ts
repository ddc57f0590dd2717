import { fixture } from '@bakkum/tests/engine-context';
import { expect, test } from 'vitest';
import { flacSeconds, isWaveCutOff } from './announced-length.ts';

test('a WAVE file tells whether all of its samples are there', async () => {
  const wave = await fixture('media/tones.wav');
  expect(await isWaveCutOff(wave)).toBe(false);
  expect(await isWaveCutOff(wave.slice(0, wave.size / 2))).toBe(true);
  expect(await isWaveCutOff(wave.slice(0, 30))).toBe(true);
  expect(await isWaveCutOff(await fixture('media/tones.mp3'))).toBe(false);
});

test('a size that was not known when it was written says nothing', async () => {
  const bytes = new Uint8Array(await (await fixture('media/tones.wav')).arrayBuffer());
  const at = Buffer.from(bytes).indexOf('data');
  bytes.fill(0xff, at + 4, at + 8);
  expect(await isWaveCutOff(new Blob([bytes]))).toBe(false);
});

test('a FLAC file tells its length, cut off or not; others do not', async () => {
  const flac = await fixture('media/tones.flac');
  expect(await flacSeconds(flac)).toBeCloseTo(1, 2);
  expect(await flacSeconds(flac.slice(0, flac.size / 2))).toBeCloseTo(1, 2);
  expect(await flacSeconds(await fixture('media/tones.wav'))).toBeUndefined();
  expect(await flacSeconds(flac.slice(0, 20))).toBeUndefined();
});
