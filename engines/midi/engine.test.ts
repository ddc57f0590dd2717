import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { mediaJudge, toneStrength } from '@bakkum/tests/media-judge';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { mended } from './chunks.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const judge = mediaJudge();
afterAll(() => judge.dispose());

const RATE = 48_000;
/** RMS level of clearly audible sound. */
const CLEAR = 0.005;

async function played(input: Blob) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: 'midi', to: 'wav' });
  return { bytes: await bytesOf(outputs[0].content), warnings };
}

function loudness(samples: Float64Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);
}

describe.skipIf(!hasProgram('ffprobe'))('MIDI music', () => {
  it.each(['band.mid', 'band.rmi'])('from %s is played with its instruments and tempo', async (name) => {
    const { bytes, warnings } = await played(await fixture(`midi/${name}`));
    const { codecs, channels, sampleRates } = judge.judge(bytes, 'wav');
    expect([codecs, channels, sampleRates, warnings]).toEqual([['pcm_s16le'], [2], [RATE], []]);
    const [left = new Float64Array()] = judge.samples(bytes, 'wav', 2);
    const between = (from: number, to: number) => left.slice(from * RATE, to * RATE);
    const flute = between(0.2, 0.9);
    const organ = between(1.3, 1.5);
    const tail = left.slice(-RATE / 100);
    expect(toneStrength(flute, 440, RATE)).toBeGreaterThan(CLEAR);
    expect(toneStrength(flute, 220, RATE)).toBeLessThan(CLEAR / 10);
    expect(toneStrength(organ, 220, RATE)).toBeGreaterThan(CLEAR);
    expect(loudness(between(1.5, 1.6))).toBeGreaterThan(CLEAR);
    expect(left.length / RATE).toBeGreaterThan(1.75);
    expect(loudness(tail)).toBeLessThan(0.001);
  });

  it.each([10, 30, 50])('that lacks its last %i bytes is played with a warning', async (missing) => {
    const whole = await fixture('midi/band.mid');
    const { warnings } = await played(whole.slice(0, whole.size - missing));
    expect(warnings).toEqual([{ code: 'damaged-source' }]);
  });

  it.each([
    ['nothing', new Blob([]), 'empty'],
    ['a file that is not MIDI', new Blob(['MThd and nothing of the kind']), 'corrupt'],
    ['only its header', new Blob([Uint8Array.of(0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 0, 1, 0xe0)]), 'corrupt'],
  ])('from %s is refused', async (_, input, code) => {
    await expect(played(input)).rejects.toMatchObject({ code });
  });
});

it('is recognised as complete or truncated at any byte', async () => {
  const whole = await bytesOf(await fixture('midi/band.mid'));
  expect(mended(whole).isCutOff).toBe(false);
  for (let length = 0; length < whole.length; length += 1)
    expect(mended(whole.slice(0, length)).isCutOff, `${length} bytes`).toBe(true);
});
