import { fixture } from '@bakkum/tests/engine-context';
import { expect, test } from 'vitest';
import { flacSeconds, isWaveCutOff } from './announced-length.ts';

test('detects a WAVE file with missing samples', async () => {
  const wave = await fixture('media/tones.wav');
  expect(await isWaveCutOff(wave)).toBe(false);
  expect(await isWaveCutOff(wave.slice(0, wave.size / 2))).toBe(true);
  expect(await isWaveCutOff(wave.slice(0, 30))).toBe(true);
  expect(await isWaveCutOff(await fixture('media/tones.mp3'))).toBe(false);
});

test('ignores a size that was unknown when the file was written', async () => {
  const bytes = new Uint8Array(await (await fixture('media/tones.wav')).arrayBuffer());
  const at = Buffer.from(bytes).indexOf('data');
  bytes.fill(0xff, at + 4, at + 8);
  expect(await isWaveCutOff(new Blob([bytes]))).toBe(false);
});

test('reads the duration of a FLAC file, complete or truncated, and of no other format', async () => {
  const flac = await fixture('media/tones.flac');
  expect(await flacSeconds(flac)).toBeCloseTo(1, 2);
  expect(await flacSeconds(flac.slice(0, flac.size / 2))).toBeCloseTo(1, 2);
  expect(await flacSeconds(await fixture('media/tones.wav'))).toBeUndefined();
  expect(await flacSeconds(flac.slice(0, 20))).toBeUndefined();
});
