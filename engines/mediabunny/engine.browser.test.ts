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

const EXTENSIONS: Readonly<Record<string, string>> = { weba: 'webm', mka: 'mkv', opus: 'ogg' };
const MPEG4 = 'mov,mp4,m4a,3gp,3g2,mj2';
const MATROSKA = 'matroska,webm';

async function convert(name: string, from: string, to: string, options: OptionValues = {}, browser = harness) {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  const step = { engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 } as const;
  const all = { ...defaultsOf(conversion?.options ?? {}), ...options };
  return browser.convert([await bytesOf(await fixture(`media/${name}`))], { steps: [step] }, all);
}

async function converted(...job: Parameters<typeof convert>) {
  const result = await convert(...job);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  const [file] = result.files;
  if (!file) throw new Error('no file');
  const extension = EXTENSIONS[job[2]] ?? job[2];
  const warnings = result.warnings.map(({ code }) => code);
  return { ...judge.judge(file.bytes, extension), bytes: file.bytes, type: file.type, extension, warnings };
}

function strengths(bytes: Uint8Array<ArrayBuffer>, extension: string, sampleRate: number): readonly number[][] {
  return judge.samples(bytes, extension, 2).map((channel) => [440, 880].map((hertz) => toneStrength(channel, hertz, sampleRate)));
}

describe.skipIf(!BROWSER_PATH || !hasProgram('ffprobe'))('media in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(async () => {
    judge.dispose();
    await harness?.close();
  });

  it.each([
    ['clip.mp4', 'mp4', 'webm', MATROSKA, ['vp9', 'opus']],
    ['clip.webm', 'webm', 'mp4', MPEG4, ['h264', 'aac']],
    ['clip.webm', 'webm', 'mov', MPEG4, ['h264', 'aac']],
    ['clip.webm', 'webm', 'ts', 'mpegts', ['h264', 'aac']],
    ['clip.mp4', 'mp4', 'mp3', 'mp3', ['mp3']],
    ['tones.m4a', 'm4a', 'opus', 'ogg', ['opus']],
    ['tones.flac', 'flac', 'weba', MATROSKA, ['opus']],
    ['tones.opus', 'opus', 'wav', 'wav', ['pcm_s16le']],
    ['tones.ogg', 'ogg', 'flac', 'flac', ['flac']],
    ['tones.mp3', 'mp3', 'm4a', MPEG4, ['aac']],
    ['surround.mka', 'mka', 'm4a', MPEG4, ['aac']],
  ])('encodes %s from %s into %s', async (name, from, to, container, codecs) => {
    const result = await converted(name, from, to);
    expect([result.container, [...result.codecs].sort()]).toEqual([container, [...codecs].sort()]);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.11);
    expect(result.bytes.length).toBeGreaterThan(3000);
  });

  it.each([
    ['tones.m4a', 'm4a', 'mp3'],
    ['tones.ogg', 'ogg', 'm4a'],
    ['tones.mp3', 'mp3', 'flac'],
    ['clip.mp4', 'mp4', 'webm'],
  ])('keeps the left of %s left when %s becomes %s', async (name, from, to) => {
    const { bytes, extension, sampleRates } = await converted(name, from, to);
    const [left = [], right = []] = strengths(bytes, extension, sampleRates[0] ?? 0);
    expect(left[0]).toBeGreaterThan(8 * (left[1] ?? 1));
    expect(right[1]).toBeGreaterThan(8 * (right[0] ?? 1));
  });

  it('honours size, rate and codec', async () => {
    const small = await converted('clip.mp4', 'mp4', 'mkv', { width: 32, frameRate: 5, videoCodec: 'vp9', audioCodec: 'opus' });
    expect(small).toMatchObject({ sizes: ['32x24'], codecs: ['vp9', 'opus'] });
    expect((await converted('clip.webm', 'webm', 'mp4', { width: 100, height: 30, mute: true })).sizes).toEqual(['40x30']);
    const limited = await converted('clip.mp4', 'mp4', 'webm', { targetSize: 8 });
    expect(limited.bytes.length).toBeLessThanOrEqual(8000);
  });

  it.each([
    ['mp4', 'aac', 'aac'],
    ['mkv', 'opus', 'opus'],
    ['mkv', 'flac', 'flac'],
    ['webm', 'opus', 'opus'],
  ])('encodes AV1 into %s, with %s', async (to, audioCodec, codec) => {
    const { codecs, sizes } = await converted('clip.mp4', 'mp4', to, { videoCodec: 'av1', audioCodec });
    expect([[...codecs].sort(), sizes]).toEqual([['av1', codec].sort(), ['64x48']]);
  });

  it.each(['webm', 'mp4', 'mov', 'mkv', 'ts'])('keeps audio and video in sync when it encodes %s', async (to) => {
    const { bytes, extension } = await converted('flash.mp4', 'mp4', to, { quality: 'medium' });
    expect(Math.abs(judge.beepDelay(bytes, extension))).toBeLessThan(0.04);
  });

  it('cuts exactly, re-encoding between key frames', async () => {
    const { seconds } = await converted('clip.mp4', 'mp4', 'mov', { trimStart: 0.4, trimEnd: 0.8 });
    expect(Math.abs(seconds - 0.4)).toBeLessThan(0.08);
  });

  it('reduces a file in its own format', async () => {
    const small = await converted('clip.mp4', 'mp4', 'mp4', { quality: 'low', width: 32, audioBitrate: 32 });
    expect(small).toMatchObject({ codecs: ['h264', 'aac'], sizes: ['32x24'] });
    expect(small.bytes.length).toBeLessThan((await fixture('media/clip.mp4')).size);
  });

  it('rotates frames upright if the target cannot store rotation', async () => {
    expect((await converted('rotated.mp4', 'mp4', 'mkv')).sizes).toEqual(['48x64']);
  });

  it('leaves codecs this browser lacks to other engines', async () => {
    for (const [name, from, to, options] of [
      ['hevc.mp4', 'mp4', 'webm', {}],
      ['mpeg2.ts', 'ts', 'mp4', {}],
      ['clip.webm', 'webm', 'mp4', { speed: 'best', videoCodec: 'h264' }],
    ] as const)
      expect(await convert(name, from, to, options)).toMatchObject({ ok: false, code: 'unsupported-feature' });
  });

  it('leaves sound to other engines if the decoder never answers', async () => {
    const silent = await openBrowserHarness(); // this worker has not decoded anything yet
    try {
      await convert('tones.wav', 'wav', 'flac', {}, silent);
      const [worker] = silent.page.workers();
      await worker?.evaluate(() => {
        const never = Promise.withResolvers<undefined>().promise;
        AudioDecoder.prototype.decode = () => undefined;
        AudioDecoder.prototype.flush = () => never;
      });
      const refused = { ok: false, code: 'unsupported-feature', detail: 'vorbis is not decoded here' };
      expect(await convert('tones.ogg', 'ogg', 'wav', {}, silent)).toMatchObject(refused);
    } finally {
      await silent.close();
    }
  });

  it('copies every video packet unchanged by default', async () => {
    const { codecs, bytes } = await converted('clip.mp4', 'mp4', 'mkv');
    expect(codecs).toEqual(['h264', 'aac']);
    expect(Math.abs(bytes.length - (await fixture('media/clip.mp4')).size)).toBeLessThan(1500);
  });
});
