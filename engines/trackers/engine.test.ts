import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { mediaJudge, toneStrength } from '@bakkum/tests/media-judge';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const judge = mediaJudge();
const bench = workbench();
afterAll(() => {
  judge.dispose();
  bench.dispose();
});

const RATE = 48_000;
/** A row takes six ticks of 20 ms; a note starts every 16 rows. */
const NOTE_SECONDS = 1.92;
/** The last note fades after the end of the song. */
const FADE_SECONDS = 0.1;

async function played(format: string): Promise<Uint8Array<ArrayBuffer>> {
  const input = await fixture(`trackers/scale.${format}`);
  const { outputs } = await convertWith({ engine, manifest }, { input, from: format, to: 'wav' });
  return bytesOf(outputs[0].content);
}

/** Returns the strongest tone, in steps of half a semitone. */
function pitchOf(samples: Float64Array): number {
  const tones = Array.from({ length: 140 }, (_, index) => 60 * 2 ** (index / 24));
  const strengths = tones.map((hertz) => toneStrength(samples, hertz, RATE));
  return tones[strengths.indexOf(Math.max(...strengths))] ?? 0;
}

describe.skipIf(!hasProgram('ffprobe'))('a tracker song', () => {
  it.each(['mod', 'xm', 's3m', 'it'])('in %s is played to its end with each note at its pitch', async (format) => {
    const bytes = await played(format);
    const { seconds, codecs, channels } = judge.judge(bytes, 'wav');
    expect([codecs, channels]).toEqual([['pcm_s16le'], [2]]);
    expect(Math.abs(seconds - 4 * NOTE_SECONDS - FADE_SECONDS)).toBeLessThan(0.05);
    const [left = new Float64Array()] = judge.samples(bytes, 'wav', 2);
    const pitches = [0, 1, 2, 3].map((note) =>
      pitchOf(left.slice((note + 0.2) * NOTE_SECONDS * RATE, (note + 0.8) * NOTE_SECONDS * RATE)),
    );
    const [first = 1] = pitches;
    const semitones = pitches.map((pitch) => 12 * Math.log2(pitch / first));
    for (const [index, wanted] of [0, 4, 7, 12].entries()) expect(Math.abs((semitones[index] ?? 0) - wanted)).toBeLessThan(0.6);
  });

  it.skipIf(!hasProgram('openmpt123')).each(['mod', 'xm', 's3m', 'it'])(
    'in %s has the duration reported by openmpt123',
    async (format) => {
      const file = bench.write(`scale.${format}`, await bytesOf(await fixture(`trackers/scale.${format}`)));
      const told = /Duration\.*: (\d+):([\d.]+)/.exec(bench.run('openmpt123', '--info', file));
      const seconds = Number(told?.[1]) * 60 + Number(told?.[2]);
      expect(Math.abs(judge.judge(await played(format), 'wav').seconds - seconds - FADE_SECONDS)).toBeLessThan(0.05);
    },
  );

  it.each(['mod', 'xm', 's3m', 'it'])('in %s that ends early is played with a warning', async (format) => {
    const whole = await fixture(`trackers/scale.${format}`);
    const convert = (input: Blob) => convertWith({ engine, manifest }, { input, from: format, to: 'wav' });
    expect((await convert(whole)).warnings).toEqual([]);
    expect((await convert(whole.slice(0, whole.size / 2))).warnings).toEqual([{ code: 'damaged-source' }]);
  });

  it('truncated within its header is refused', async () => {
    const whole = await fixture('trackers/scale.xm');
    const job = { input: whole.slice(0, 70), from: 'xm', to: 'wav' };
    await expect(convertWith({ engine, manifest }, job)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
