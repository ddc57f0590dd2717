import { bytesOf } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { type Judged, mediaJudge, toneStrength } from '@bakkum/tests/media-judge';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const judge = mediaJudge();
const bench = workbench();
afterAll(() => {
  judge.dispose();
  bench.dispose();
});

const EXTENSIONS: Readonly<Record<string, string>> = { weba: 'webm', mka: 'mkv', opus: 'ogg' };

async function converted(name: string, from: string, to: string, options: OptionValues = {}) {
  const { outputs, warnings } = await convertWith(
    { engine, manifest },
    { input: await fixture(`media/${name}`), from, to, options },
  );
  const bytes = await bytesOf(outputs[0].content);
  return { bytes, warnings: warnings.map(({ code }) => code), extension: EXTENSIONS[to] ?? to };
}

async function judged(...job: Parameters<typeof converted>): Promise<Judged & { warnings: readonly string[] }> {
  const { bytes, warnings, extension } = await converted(...job);
  return { ...judge.judge(bytes, extension), warnings };
}

/** Left 440 Hz, right 880 Hz, as in the fixtures. */
function expectBothChannels({ bytes, extension }: Awaited<ReturnType<typeof converted>>, sampleRate: number): void {
  const [left, right] = judge.samples(bytes, extension, 2);
  if (!left || !right) throw new Error('not two channels');
  const strength = (channel: Float64Array, hertz: number) => toneStrength(channel, hertz, sampleRate);
  expect(strength(left, 440)).toBeGreaterThan(10 * strength(left, 880));
  expect(strength(right, 880)).toBeGreaterThan(10 * strength(right, 440));
}

const MPEG4 = 'mov,mp4,m4a,3gp,3g2,mj2';

describe.skipIf(!hasProgram('ffprobe'))('copying packets', () => {
  it.each([
    ['clip.mp4', 'mp4', 'mov', MPEG4, ['h264', 'aac']],
    ['clip.mov', 'mov', 'mp4', MPEG4, ['h264', 'aac']],
    ['clip.mkv', 'mkv', 'mp4', MPEG4, ['h264', 'aac']],
    ['clip.ts', 'ts', 'mp4', MPEG4, ['h264', 'aac']],
    ['clip.mp4', 'mp4', 'mkv', 'matroska,webm', ['h264', 'aac']],
    ['clip.webm', 'webm', 'mkv', 'matroska,webm', ['vp9', 'opus']],
    ['clip.mp4', 'mp4', 'ts', 'mpegts', ['h264', 'aac']],
    ['hevc.mp4', 'mp4', 'mov', MPEG4, ['hevc']],
    ['clip.mp4', 'mp4', 'm4a', MPEG4, ['aac']],
    ['clip.webm', 'webm', 'opus', 'ogg', ['opus']],
    ['tones.aac', 'aac', 'm4a', MPEG4, ['aac']],
    ['tones.m4a', 'm4a', 'aac', 'aac', ['aac']],
    ['tones.ogg', 'ogg', 'weba', 'matroska,webm', ['vorbis']],
    ['tones.mp3', 'mp3', 'mka', 'matroska,webm', ['mp3']],
  ])('works from %s to %s > %s', async (name, from, to, container, codecs) => {
    const { container: written, seconds, codecs: found } = await judged(name, from, to);
    expect([written, found]).toEqual([container, codecs]);
    expect(Math.abs(seconds - 1)).toBeLessThan(0.051);
  });

  it('keeps a codec few players support in MP4 only on request', async () => {
    await expect(converted('hevc.mp4', 'mp4', 'mp4')).rejects.toMatchObject({ code: 'unsupported-feature' });
    expect((await judged('hevc.mp4', 'mp4', 'mp4', { videoCodec: 'copy' })).codecs).toEqual(['hevc']);
    await expect(converted('clip.webm', 'webm', 'mp4')).rejects.toMatchObject({ code: 'unsupported-feature' });
    expect((await judged('clip.webm', 'webm', 'mp4', { videoCodec: 'copy', audioCodec: 'copy' })).codecs).toEqual([
      'vp9',
      'opus',
    ]);
  });

  it.each(['mov', 'mp4'])('writes the index of a larger video to the front of %s and keeps every packet', async (to) => {
    const source = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=25:duration=2,noise=alls=30:allf=t',
      '-f',
      'lavfi',
      '-i',
      'sine',
    ];
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-c:a', 'aac', '-t', '2'];
    bench.run('ffmpeg', '-v', 'error', '-y', ...source, ...encoding, 'film.mp4');
    const input = new Blob([bench.read('film.mp4')]);
    const { outputs } = await convertWith({ engine, manifest }, { input, from: 'mp4', to });
    const copied = `copied.${to}`;
    bench.write(copied, await bytesOf(outputs[0].content));
    const boxes = new TextDecoder('latin1').decode(bench.read(copied));
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    const sums = (file: string): string =>
      bench.run('ffmpeg', '-v', 'error', '-i', file, '-map', '0', '-c', 'copy', '-f', 'streamhash', '-');
    expect(sums(copied)).toBe(sums('film.mp4'));
    expect(boxes.length).toBeLessThan(input.size * 1.01);
  });

  it.each(['mov', 'mp4', 'mkv', 'ts'])('keeps audio and video in sync in %s', async (to) => {
    const { bytes, extension } = await converted('flash.mp4', 'mp4', to);
    expect(Math.abs(judge.beepDelay(bytes, extension))).toBeLessThan(0.04);
  });

  it('keeps titles, rotation and covers', async () => {
    expect((await judged('clip.mp4', 'mp4', 'mov')).tags).toMatchObject({ title: 'Beep', artist: 'Bakkum' });
    expect((await judged('clip.mp4', 'mp4', 'mkv')).tags).toMatchObject({ 'movie/title': 'Beep', 'movie/artist': 'Bakkum' });
    const source = judge.judge(await bytesOf(await fixture('media/rotated.mp4')), 'mp4');
    expect(Math.abs(source.rotation)).toBe(90);
    expect((await judged('rotated.mp4', 'mp4', 'mov')).rotation).toBe(source.rotation);
    expect((await judged('cover.mp3', 'mp3', 'mka')).codecs).toEqual(['mp3', 'mjpeg']);
  });

  it('reports what is lost', async () => {
    const { warnings } = await judged('extras.mkv', 'mkv', 'mp4', { speed: 'fast' });
    expect(warnings).toEqual(['chapters-dropped', 'subtitles-dropped', 'attachments-dropped']);
    expect((await judged('clip.mp4', 'mp4', 'ts')).warnings).toEqual(['metadata-dropped']);
    expect((await judged('clip.mp4', 'mp4', 'mov')).warnings).toEqual([]);
  });

  it('cuts audio without re-encoding', async () => {
    const { seconds, codecs } = await judged('tones.m4a', 'm4a', 'aac', { trimStart: 0.25, trimEnd: 0.75 });
    expect(codecs).toEqual(['aac']);
    expect(Math.abs(seconds - 0.5)).toBeLessThan(0.08);
  });

  it('can drop the audio', async () => {
    expect((await judged('clip.mp4', 'mp4', 'mov', { mute: true })).codecs).toEqual(['h264']);
  });
});

describe.skipIf(!hasProgram('ffprobe'))('audio encoded in Node', () => {
  it.each([
    ['mp3', 'mp3', 'mp3'],
    ['flac', 'flac', 'flac'],
    ['m4a', MPEG4, 'aac'],
    ['aac', 'aac', 'aac'],
  ])('from WAV into %s keeps both channels', async (to, container, codec) => {
    const result = await converted('tones8k.wav', 'wav', to);
    expect(judge.judge(result.bytes, result.extension)).toMatchObject({ container, codecs: [codec], channels: [2] });
    expectBothChannels(result, 8000);
  });

  it('keeps every sample in FLAC', async () => {
    const { bytes } = await converted('tones.wav', 'wav', 'flac');
    const source = await bytesOf(await fixture('media/tones.wav'));
    expect(judge.samples(bytes, 'flac', 2)).toEqual(judge.samples(source, 'wav', 2));
  });

  it('honours rate, channels and bits', async () => {
    const low = await judged('tones.wav', 'wav', 'mp3', { channels: 'mono', sampleRate: '22050', audioBitrate: 32 });
    expect(low).toMatchObject({ channels: [1], sampleRates: [22_050] });
    const sizes: number[] = [];
    for (const quality of ['high', 'medium', 'low'])
      sizes.push((await converted('tones.wav', 'wav', 'mp3', { quality })).bytes.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
    expect((await converted('tones8k.wav', 'wav', 'mp3', { targetSize: 5 })).bytes.length).toBeLessThanOrEqual(5000);
  });

  it('reports the exact length of an MP3 in frames', async () => {
    const { seconds } = await judged('tones8k.wav', 'wav', 'mp3', { sampleRate: '44100' });
    expect(seconds).toBeLessThan(0.8 + 0.05);
  });

  it('mixes surround audio down if necessary, with a warning', async () => {
    const { channels, warnings } = await judged('surround.mka', 'mka', 'mp3');
    expect([channels, warnings]).toEqual([[2], ['channels-mixed']]);
    expect((await judged('surround.mka', 'mka', 'wav')).channels).toEqual([6]);
  });
});

describe('requests left to another engine or refused', () => {
  it.each([
    ['a codec the library cannot list', 'mpeg2.ts', 'ts', 'mp4', {}, 'unsupported-feature'],
    ['audio Node cannot decode', 'clip.mp4', 'mp4', 'mp3', {}, 'unsupported-feature'],
    ['subtitles and chapters the target supports', 'extras.mkv', 'mkv', 'mp4', {}, 'unsupported-feature'],
    ['chapters alone', 'extras.mp4', 'mp4', 'm4a', {}, 'unsupported-feature'],
    ['equal loudness', 'tones.wav', 'wav', 'mp3', { normalise: true }, 'unsupported-feature'],
    ['Vorbis, which is not encoded here', 'tones.wav', 'wav', 'ogg', {}, 'unsupported-feature'],
    ['a start after the end', 'clip.mp4', 'mp4', 'mov', { trimStart: 2, trimEnd: 1 }, 'invalid-options'],
    ['another kind of file', 'tones.wav', 'wav', 'mp3', { trimStart: 5 }, 'invalid-options'],
    ['a source without a suitable track', 'hevc.mp4', 'mp4', 'mp3', {}, 'unsupported-feature'],
  ])('%s', async (_, name, from, to, options, code) => {
    await expect(converted(name, from, to, options)).rejects.toMatchObject({ code });
  });

  it.each(['clip.mp4', 'clip.mkv', 'clip.ts'])('never hang when %s is truncated', async (name) => {
    const file = await fixture(`media/${name}`);
    const from = name.slice(5);
    for (const share of [0, 0.01, 0.2, 0.6, 0.9]) {
      const job = { input: file.slice(0, file.size * share), from, to: from === 'mp4' ? 'mov' : 'mp4' };
      const outcome = await convertWith({ engine, manifest }, job).then(
        () => 'ok',
        (thrown: { code?: string }) => thrown.code,
      );
      expect(['ok', 'corrupt', 'unsupported-feature']).toContain(outcome);
    }
  });

  it('do not include a Matroska file with unknown data after its end', async () => {
    const whole = await bytesOf(await fixture('media/clip.mkv'));
    const input = new Blob([growSegment(whole, 64), new Uint8Array(64).fill(0x55)]);
    const { outputs } = await convertWith({ engine, manifest }, { input, from: 'mkv', to: 'mp4' });
    expect(outputs[0].content instanceof Blob && outputs[0].content.size).toBeGreaterThan(8000);
  });

  it('stop when cancelled halfway', async () => {
    const controller = new AbortController();
    const long = await longSound(600);
    const request = { inputs: [long], from: 'wav', to: 'mp3', options: {} } as const;
    const context = { ...contextFor(manifest, controller.signal), onProgress: () => controller.abort() };
    await expect(engine.convert(request, context)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

/** Repeats the fixture's second of audio with a matching header. */
async function longSound(times: number): Promise<Blob> {
  const wav = await bytesOf(await fixture('media/tones8k.wav'));
  const dataAt = new TextDecoder('latin1').decode(wav).indexOf('data') + 8;
  const header = wav.slice(0, dataAt);
  const samples = wav.subarray(dataAt);
  const view = new DataView(header.buffer);
  view.setUint32(4, dataAt - 8 + samples.length * times, true);
  view.setUint32(dataAt - 4, samples.length * times, true);
  return new Blob([header, ...Array.from({ length: times }, () => samples)]);
}

/** Makes the segment of a Matroska file declare more bytes. Its size is the eight bytes after its id. */
function growSegment(bytes: Uint8Array<ArrayBuffer>, more: number): Uint8Array<ArrayBuffer> {
  const grown = bytes.slice();
  const at = new TextDecoder('latin1').decode(bytes).indexOf('\u0018S\u0080g') + 4;
  const view = new DataView(grown.buffer);
  view.setBigUint64(at, view.getBigUint64(at) + BigInt(more));
  return grown;
}

describe('the manifest', () => {
  it('names a container for every target', () => {
    const targets = new Set(manifest.conversions.flatMap(({ to }) => to));
    expect([...targets].sort()).toEqual(Object.keys(CONTAINERS).sort());
  });
});
