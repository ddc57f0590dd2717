import { bytesOf } from '@bakkum/conversion/engine';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { fixture } from '@bakkum/tests/engine-context';
import { mediaJudge, toneStrength } from '@bakkum/tests/media-judge';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const judge = mediaJudge();
let harness: BrowserHarness;

async function joined(names: readonly string[], from: string, to: string, options: OptionValues = {}) {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to) && each.combines);
  const step = { engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 } as const;
  const files = await Promise.all(names.map(async (name) => bytesOf(await fixture(`media/${name}`))));
  return harness.convert(files, { steps: [step] }, { ...defaultsOf(conversion?.options ?? {}), ...options });
}

async function lengthOf(name: string): Promise<number> {
  return judge.judge(await bytesOf(await fixture(`media/${name}`)), name.split('.').at(-1) ?? '').seconds;
}

async function judged(...job: Parameters<typeof joined>) {
  const result = await joined(...job);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  const [file] = result.files;
  if (!file) throw new Error('no file');
  const extension = job[2] === 'opus' ? 'ogg' : job[2];
  return { ...judge.judge(file.bytes, extension), bytes: file.bytes, warnings: result.warnings.map(({ code }) => code) };
}

describe.skipIf(!BROWSER_PATH || !hasProgram('ffprobe'))('recordings joined in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(async () => {
    judge.dispose();
    await harness?.close();
  });

  it.each([
    [['tones.mp3', 'tones.wav', 'tones.ogg'], 'mp3', 'mp3', ['mp3']],
    [['tones.m4a', 'clip.mp4'], 'm4a', 'm4a', ['aac']],
    [['tones.flac', 'tones.wav'], 'flac', 'flac', ['flac']],
    [['tones.wav', 'tones8k.wav'], 'wav', 'wav', ['pcm_s16le']],
    [['tones.opus', 'tones.mp3'], 'opus', 'opus', ['opus']],
  ])('%j into %s > %s', async (names, from, to, codecs) => {
    const { seconds, codecs: found, bytes, channels } = await judged(names, from, to);
    expect([found, channels]).toEqual([codecs, [2]]);
    const lengths = await Promise.all(names.map(lengthOf));
    expect(Math.abs(seconds - lengths.reduce((sum, each) => sum + each))).toBeLessThan(0.06 * names.length);
    const [left = new Float64Array()] = judge.samples(bytes, to === 'opus' ? 'ogg' : to, 2);
    const rate = left.length / seconds;
    // 440 Hz on the left in every recording.
    let start = 0;
    for (const length of lengths) {
      const part = left.slice((start + length * 0.4) * rate, (start + length * 0.8) * rate);
      expect(toneStrength(part, 440, rate)).toBeGreaterThan(4 * toneStrength(part, 880, rate));
      start += length;
    }
  });

  it.each([
    [['clip.mp4', 'clip.webm', 'clip.mov'], 'mp4', 'mp4', ['h264', 'aac']],
    [['clip.webm', 'clip.mp4'], 'webm', 'webm', ['opus', 'vp9']],
    [['clip.mov', 'clip.mkv'], 'mov', 'mkv', ['aac', 'h264']],
  ])('%j into %s > %s', async (names, from, to, codecs) => {
    const { seconds, codecs: found, sizes } = await judged(names, from, to);
    expect([...found].sort()).toEqual([...codecs].sort());
    expect(sizes).toEqual(['64x48']);
    expect(Math.abs(seconds - names.length)).toBeLessThan(0.12 * names.length);
  });

  it('fits portrait video to the size of the first and fills missing audio with silence', async () => {
    const { sizes, seconds, codecs } = await judged(['clip.mp4', 'rotated.mp4', 'clip.mp4'], 'mp4', 'mp4');
    expect(sizes).toEqual(['64x48']);
    expect(codecs).toEqual(['h264', 'aac']);
    expect(seconds).toBeGreaterThan(2.5);
  });

  it('reports what cannot be joined', async () => {
    expect(await joined(['clip.mp4', 'tones.m4a'], 'mp4', 'mp4')).toMatchObject({ ok: false, code: 'unsupported-feature' });
    expect(await joined(['clip.mp4', 'hevc.mp4'], 'mp4', 'mp4')).toMatchObject({ ok: false, code: 'unsupported-feature' });
  });
});
