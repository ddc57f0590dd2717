import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith } from '@bakkum/tests/engine-context';
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

const RATE = 8000;
const FRAME_SAMPLES = 160;

async function encoded(input: Blob, options = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'wav', to: 'amr', options });
  return bytesOf(outputs[0].content);
}

/** Left 440 Hz and right 1000 Hz, made by FFmpeg. */
function tones(name: string, sampleRate: number, seconds: number, codec = 'pcm_s16le'): Blob {
  const source = `aevalsrc='0.3*sin(2*PI*440*t)|0.3*sin(2*PI*1000*t)':s=${sampleRate}:d=${seconds}`;
  bench.run('ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-c:a', codec, name);
  return new Blob([bench.read(name)]);
}

describe.skipIf(!hasProgram('ffprobe'))('AMR audio', () => {
  it.each([
    ['4.75 kb/s', { audioBitrate: 4.75 }, 13],
    ['5.15 kb/s', { quality: 'low' }, 14],
    ['5.9 kb/s', { audioBitrate: 6 }, 16],
    ['6.7 kb/s', { audioBitrate: 6.7 }, 18],
    ['7.4 kb/s', { audioBitrate: 7.4 }, 20],
    ['7.95 kb/s', { quality: 'medium' }, 21],
    ['10.2 kb/s', { audioBitrate: 10.2 }, 27],
    ['12.2 kb/s', { quality: 'high' }, 32],
  ])('has frames of the requested mode and mixes both channels at %s', async (_, options, frameBytes) => {
    const bytes = await encoded(tones('tones.wav', 44_100, 1), options);
    expect((bytes.length - 6) % frameBytes).toBe(0);
    const { codecs, channels, sampleRates } = judge.judge(bytes, 'amr');
    expect([codecs, channels, sampleRates]).toEqual([['amr_nb'], [1], [RATE]]);
    const [samples = new Float64Array()] = judge.samples(bytes, 'amr', 1);
    expect(samples.length - RATE).toBeGreaterThanOrEqual(0);
    expect(samples.length - RATE).toBeLessThanOrEqual(FRAME_SAMPLES);
    for (const hertz of [440, 1000]) expect(toneStrength(samples, hertz, RATE)).toBeGreaterThan(0.03);
    expect(toneStrength(samples, 700, RATE)).toBeLessThan(0.01);
  });

  it.each([
    [8000, 'pcm_u8'],
    [11_025, 'pcm_s16le'],
    [22_050, 'pcm_s24le'],
    [48_000, 'pcm_f32le'],
    [96_000, 'pcm_s32le'],
  ])('is encoded from %i Hz in %s', async (sampleRate, codec) => {
    const bytes = await encoded(tones('other.wav', sampleRate, 0.5, codec));
    const [samples = new Float64Array()] = judge.samples(bytes, 'amr', 1);
    expect(Math.abs(samples.length - RATE / 2)).toBeLessThanOrEqual(FRAME_SAMPLES);
    for (const hertz of [440, 1000]) expect(toneStrength(samples, hertz, RATE)).toBeGreaterThan(0.03);
  });

  it('reports a truncated source', async () => {
    const whole = tones('whole.wav', RATE, 1);
    const { warnings } = await convertWith({ engine, manifest }, { input: whole.slice(0, 20_000), from: 'wav', to: 'amr' });
    expect(warnings).toEqual([{ code: 'damaged-source' }]);
  });

  it('refuses input that has no audio', async () => {
    const job = { input: new Blob(['RIFF nothing']), from: 'wav', to: 'amr' };
    await expect(convertWith({ engine, manifest }, job)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
