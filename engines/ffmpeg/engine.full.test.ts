import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { RASTER } from '@bakkum/raster/raster';
import { contextFor, fixture } from '@bakkum/tests/engine-context';
import { type Judged, mediaJudge, toneStrength } from '@bakkum/tests/media-judge';
import { hasProgram } from '@bakkum/tests/native';
import { testPicture } from '@bakkum/tests/test-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const judge = mediaJudge();
afterAll(() => judge.dispose());

/** Compiled once, as in a worker. */
const core: { module?: WebAssembly.Module } = {};
beforeAll(async () => {
  const file = path.resolve(import.meta.dirname, '../../node_modules', manifest.assets['core'] ?? '');
  core.module = await WebAssembly.compile(await readFile(file));
});

const wasm = async (): Promise<WebAssembly.Module> => core.module ?? Promise.reject(new Error('not compiled'));

async function convert(input: Blob, from: string, to: string, options: OptionValues = {}): Promise<ConvertResult> {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  const values = { ...defaultsOf(conversion?.options ?? {}), ...options };
  return engine.convert({ inputs: [input], from, to, options: values }, { ...contextFor(manifest), wasm });
}

type Result = Judged & { readonly warnings: readonly string[]; readonly bytes: Uint8Array };

async function judged(name: string, from: string, to: string, options?: OptionValues): Promise<Result> {
  const { outputs, warnings } = await convert(await fixture(`media/${name}`), from, to, options);
  const bytes = await bytesOf(outputs[0].content);
  return { ...judge.judge(bytes, to), bytes, warnings: warnings.map(({ code }) => code) };
}

const failure = (blob: Blob, from: string, to: string): Promise<unknown> =>
  convert(blob, from, to).then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

const MPEG4 = 'mov,mp4,m4a,3gp,3g2,mj2';
const MATROSKA = 'matroska,webm';

describe.skipIf(!hasProgram('ffprobe'))('a flash and a beep', () => {
  it.each(['avi', 'wmv', 'flv', 'mpeg', 'ogv', '3gp', 'webm', 'mp4', 'mkv', 'vob'])('stay in sync in %s', async (to) => {
    const { bytes } = await judged('flash.mp4', 'mp4', to, { quality: 'medium' });
    expect(Math.abs(judge.beepDelay(bytes, to))).toBeLessThan(0.04);
  });
});

describe.skipIf(!hasProgram('ffprobe'))('audio', () => {
  it.each([
    ['mp3', 'mp3', ['mp3']],
    ['wav', 'wav', ['pcm_s16le']],
    ['ogg', 'ogg', ['vorbis']],
    ['opus', 'ogg', ['opus']],
    ['aac', 'aac', ['aac']],
    ['m4b', MPEG4, ['aac']],
    ['wma', 'asf', ['wmav2']],
    ['aiff', 'aiff', ['pcm_s16be']],
    ['aifc', 'aiff', ['pcm_s16le']],
    ['au', 'au', ['pcm_s16be']],
    ['voc', 'voc', ['pcm_s16le']],
    ['caf', 'caf', ['pcm_s16le']],
    ['ac3', 'ac3', ['ac3']],
    ['mp2', 'mp3', ['mp2']],
    ['mka', MATROSKA, ['flac']],
    ['weba', MATROSKA, ['opus']],
    ['wavpack', 'wv', ['wavpack']],
    ['tta', 'tta', ['tta']],
  ])('becomes %s with both channels', async (to, container, codecs) => {
    const result = await judged('tones.flac', 'flac', to);
    expect([result.container, result.codecs, result.channels]).toEqual([container, codecs, [2]]);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.08);
    const rate = result.sampleRates[0] ?? 0;
    const [left, right] = judge.samples(result.bytes, to, 2);
    if (!left || !right) throw new Error('not two channels');
    expect(toneStrength(left, 440, rate)).toBeGreaterThan(10 * toneStrength(left, 880, rate));
    expect(toneStrength(right, 880, rate)).toBeGreaterThan(10 * toneStrength(right, 440, rate));
  });

  it('is extracted from a video without re-encoding', async () => {
    const result = await judged('clip.mp4', 'mp4', 'm4a');
    expect([result.container, result.codecs]).toEqual([MPEG4, ['aac']]);
    expect(result.bytes.length).toBeLessThan(10_000);
  });

  it('keeps its cover if the format supports one, and warns otherwise', async () => {
    expect((await judged('cover.mp3', 'mp3', 'm4a')).codecs).toContain('mjpeg');
    expect((await judged('cover.mp3', 'mp3', 'wav')).warnings).toEqual(['cover-dropped']);
  });

  it('with six channels is mixed down for MP3 with a warning and unchanged in FLAC', async () => {
    const mixed = await judged('surround.mka', 'mka', 'mp3');
    expect([mixed.channels, mixed.warnings]).toEqual([[2], ['channels-mixed']]);
    expect((await judged('surround.mka', 'mka', 'flac')).channels).toEqual([6]);
    expect((await judged('surround.mka', 'mka', 'opus')).channels).toEqual([6]);
  });

  it('honours its options', async () => {
    const options = { sampleRate: '22050', channels: 'mono', trimStart: 0.25, trimEnd: 0.75, normalise: true };
    const result = await judged('tones.mp3', 'mp3', 'flac', options);
    expect([result.sampleRates, result.channels]).toEqual([[22_050], [1]]);
    expect(Math.abs(result.seconds - 0.5)).toBeLessThan(0.05);
    const low = await judged('tones.flac', 'flac', 'mp3', { quality: 'low' });
    const small = await judged('tones.flac', 'flac', 'mp3', { targetSize: 6 });
    expect(low.bytes.length).toBeLessThan(22_000);
    expect(small.bytes.length).toBeLessThan(7500);
  });

  it.each(['medium', 'low'])('is never larger at %s quality, whatever its bit rate was', async (quality) => {
    const { outputs } = await convert(await fixture('media/tones.flac'), 'flac', 'mp3', { audioBitrate: 64 });
    const source = await bytesOf(outputs[0].content);
    const again = await convert(new Blob([source]), 'mp3', 'mp3', { quality });
    expect((await bytesOf(again.outputs[0].content)).length).toBeLessThanOrEqual(source.length * 1.02);
  });

  it('becomes a video with a visualization', async () => {
    const result = await judged('tones.m4a', 'm4a', 'mp4');
    expect([result.codecs, result.sizes]).toEqual([['h264', 'aac'], ['1280x720']]);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.6); // the image changes twice a second
  });
});

describe.skipIf(!hasProgram('ffprobe'))('video', () => {
  it.each([
    ['mov', MPEG4, ['h264', 'aac']],
    ['mkv', MATROSKA, ['h264', 'aac']],
    ['ts', 'mpegts', ['h264', 'aac']],
    ['flv', 'flv', ['h264', 'aac']],
    ['avi', 'avi', ['mpeg4', 'mp3']],
    ['webm', MATROSKA, ['vp9', 'opus']],
    ['wmv', 'asf', ['wmv2', 'wmav2']],
    ['mpeg', 'mpeg', ['mpeg2video', 'mp2']],
    ['vob', 'mpeg', ['mpeg2video', 'ac3']],
    ['m2ts', 'mpegts', ['h264', 'ac3']],
    ['3gp', MPEG4, ['h264', 'aac']],
    ['ogv', 'ogg', ['theora', 'vorbis']],
    ['mxf', 'mxf', ['mpeg2video', 'pcm_s16le']],
  ])('becomes %s', async (to, container, codecs) => {
    const result = await judged('clip.mp4', 'mp4', to);
    expect(result.container).toBe(container);
    expect(new Set(result.codecs)).toEqual(new Set(codecs));
    expect(result.channels[0]).toBe(2);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.21); // full frames at 15 per second, and encoder delay
  });

  it('starts with its index', async () => {
    const { bytes } = await judged('clip.mkv', 'mkv', 'mp4');
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
  });

  it('is re-encoded for a quality, a size, a rate or a part', async () => {
    const result = await judged('clip.mp4', 'mp4', 'mov', { width: 32, frameRate: 5, trimStart: 0.4, mute: true });
    expect([result.codecs, result.sizes]).toEqual([['h264'], ['32x24']]);
    expect(Math.abs(result.seconds - 0.6)).toBeLessThan(0.21);
    const mpeg4 = await judged('clip.mp4', 'mp4', 'mov', { videoCodec: 'mpeg4' });
    expect(mpeg4.codecs).toEqual(['mpeg4', 'aac']);
  });

  it('keeps rotation, as metadata or in the frames', async () => {
    expect(Math.abs((await judged('rotated.mp4', 'mp4', 'mov')).rotation)).toBe(90);
    expect((await judged('rotated.mp4', 'mp4', 'mkv')).sizes).toEqual(['48x64']);
  });

  it('keeps subtitles and chapters if the format supports them, and warns otherwise', async () => {
    const kept = await judged('extras.mkv', 'mkv', 'mp4');
    expect(kept.codecs).toContain('mov_text');
    expect(kept.warnings).toEqual(['attachments-dropped']);
    const lost = await judged('extras.mkv', 'mkv', 'avi');
    expect(lost.warnings).toEqual(['subtitles-dropped', 'chapters-dropped', 'attachments-dropped']);
  });

  it('becomes an MP4 that plays everywhere, or keeps its codecs on request', async () => {
    const copy = { videoCodec: 'copy', audioCodec: 'copy' };
    expect((await judged('hevc.mp4', 'mp4', 'mp4')).codecs).toEqual(['h264']);
    expect((await judged('hevc.mp4', 'mp4', 'mp4', copy)).codecs).toEqual(['hevc']);
    expect((await judged('avi.avi', 'avi', 'mp4')).codecs).toEqual(['h264', 'mp3']);
    expect((await judged('avi.avi', 'avi', 'mov')).codecs).toEqual(['h264', 'mp3']);
    expect((await judged('clip.webm', 'webm', 'mp4', copy)).codecs).toEqual(['vp9', 'opus']);
  });

  it('in HEVC is decoded', async () => {
    expect((await judged('hevc.mp4', 'mp4', 'avi')).codecs).toEqual(['mpeg4']);
  });

  it('becomes an animated image', async () => {
    const gif = await judged('clip.mp4', 'mp4', 'gif', { width: 32 });
    expect([gif.container, gif.sizes]).toEqual(['gif', ['32x24']]);
    expect(Math.abs(gif.seconds - 1)).toBeLessThan(0.11);
    expect((await judged('clip.mp4', 'mp4', 'apng')).container).toBe('apng');
    const webp = (await judged('clip.mp4', 'mp4', 'webp')).bytes;
    expect(Buffer.from(webp).toString('latin1').match(/ANMF/g)?.length).toBeGreaterThan(10);
  });

  it('is split into images', async () => {
    const { outputs, warnings } = await convert(await fixture('media/clip.mp4'), 'mp4', 'png', { frameRate: 5 });
    expect(outputs.map(({ label }) => label)).toEqual(['frame-001', 'frame-002', 'frame-003', 'frame-004', 'frame-005']);
    expect(warnings).toEqual([]);
    for (const { content } of outputs) expect(judge.judge(await bytesOf(content), 'png').sizes).toEqual(['64x48']);
  });
});

describe.skipIf(!hasProgram('ffprobe'))('a video with a single frame shown for a millisecond', () => {
  it.each(['mp4', 'mpeg', 'avi', 'webm'])('keeps it next to the audio: %s', async (to) => {
    const result = await judged('single-picture.wmv', 'wmv', to);
    expect(result.codecs.length).toBe(2);
    expect(result.sizes).toEqual(['64x48']);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.2);
  });

  it.each(['gif', 'png'])('becomes an image: %s', async (to) => {
    expect((await judged('single-picture.wmv', 'wmv', to)).sizes).toEqual(['64x48']);
  });
});

it('a video with undecodable frames is corrupt and not converted to audio', async () => {
  const bytes = Buffer.from(await (await fixture('media/avi.avi')).arrayBuffer());
  for (let at = bytes.indexOf('00dc'); at >= 0; at = bytes.indexOf('00dc', at + 8)) {
    const size = bytes.readUInt32LE(at + 4);
    bytes.fill(0, at + 8, Math.min(at + 8 + size, bytes.indexOf('idx1')));
  }
  expect(await failure(new Blob([bytes]), 'avi', 'webm')).toBe('corrupt');
});

describe.skipIf(!hasProgram('ffprobe'))('images', () => {
  const still = (width: number, height: number) => stillRaster(testPicture(width, height), { width, height });

  it('become a video with equal durations at the size of the first', async () => {
    const conversion = manifest.conversions.find(({ from }) => from.includes(RASTER));
    const options = { ...defaultsOf(conversion?.options ?? {}), frameRate: 2 };
    const request = { inputs: [still(64, 48), still(32, 96), still(65, 47)], from: RASTER, to: 'mp4', options } as const;
    const { outputs } = await engine.convert(request, { ...contextFor(manifest), wasm });
    const result = judge.judge(await bytesOf(outputs[0].content), 'mp4');
    expect([result.codecs, result.sizes]).toEqual([['h264'], ['64x48']]);
    expect(Math.abs(result.seconds - 1.5)).toBeLessThan(0.05);
  });

  it('keep their timing if animated', async () => {
    const frame = (durationMs: number) => frameOf(testPicture(64, 48), durationMs);
    const frames = async function* () {
      yield* [frame(100), frame(500), frame(200)];
    };
    const input = sequenceRaster({ kind: 'animation', frameCount: 3, frames });
    const { outputs } = await engine.convert(
      { inputs: [input], from: RASTER, to: 'webm', options: {} },
      { ...contextFor(manifest), wasm },
    );
    expect(Math.abs(judge.judge(await bytesOf(outputs[0].content), 'webm').seconds - 0.8)).toBeLessThan(0.05);
  });
});

describe('an inconvertible file', () => {
  it('is refused with a code', async () => {
    expect(await failure(new Blob([]), 'mp4', 'mp3')).toBe('empty');
    expect(await failure(new Blob(['no film at all']), 'mp4', 'mp3')).toBe('corrupt');
    expect(await failure(await fixture('media/hevc.mp4'), 'mp4', 'mp3')).toBe('unsupported-feature');
    expect(await failure(await fixture('media/encrypted.mp4'), 'mp4', 'mov')).toBe('encrypted');
  });

  it('cannot cause other files to be read', async () => {
    const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n/source.ts\n#EXT-X-ENDLIST\n';
    expect(await failure(new Blob([playlist]), 'mp4', 'mp3')).toBe('unsupported-feature');
    expect(await failure(new Blob(['ffconcat version 1.0\nfile /source\n']), 'mp4', 'mp3')).toMatch(
      /unsupported-feature|corrupt/,
    );
  });
});
