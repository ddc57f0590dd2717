import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { contextFor } from '@bakkum/tests/engine-context';
import { mediaJudge } from '@bakkum/tests/media-judge';
import { nativeBench, openCanary, sandboxedTools } from '@bakkum/tests/native-context';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/media');
const bench = nativeBench();
const judge = mediaJudge();
afterAll(() => {
  bench.dispose();
  judge.dispose();
});

const media = (name: string): Promise<Blob> => openFileBlob(path.join(FIXTURES, name));

function convert(context: EngineContext, input: Blob, from: string, to: string, options: OptionValues = {}) {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  const values = { ...defaultsOf(conversion?.options ?? {}), ...options };
  return engine.convert({ inputs: [input], from, to, options: values }, context);
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

it('is unavailable if native programs are not allowed', async () => {
  expect(await codeOf(convert(contextFor(manifest), await media('clip.mp4'), 'mp4', 'mp3'))).toBe('engine-unavailable');
});

const ways = sandboxedTools('ffmpeg');

describe.skipIf(ways.length === 0)('with FFmpeg installed', () => {
  it.each(ways.map((tools) => [tools.sandbox, tools] as const))('converts isolated by %s', async (_, tools) => {
    const fractions: number[] = [];
    const context = { ...bench.contextFor(manifest, tools), onProgress: (fraction: number) => fractions.push(fraction) };
    const webm = await convert(context, await media('clip.mp4'), 'mp4', 'webm');
    const film = judge.judge(await bytesOf(webm.outputs[0].content), 'webm');
    expect([film.container, film.codecs, film.channels]).toEqual(['matroska,webm', ['vp9', 'opus'], [2]]);
    expect(Math.abs(film.seconds - 1)).toBeLessThan(0.11);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));

    const copied = await convert(context, await media('clip.mkv'), 'mkv', 'mp4');
    const bytes = Buffer.from(await bytesOf(copied.outputs[0].content)).toString('latin1');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });
});

const [strongest] = ways;

describe.skipIf(!strongest)('native FFmpeg', () => {
  const tools = strongest ?? { programs: {}, sandbox: 'none', canLimit: false, memoryBytes: 0 };
  afterEach(() => {
    expect(bench.leftOver()).toEqual([]);
    expect([...bench.groups]).toEqual([]);
  });

  it('creates audio, animated images, still images and videos from audio', async () => {
    const context = bench.contextFor(manifest, tools);
    const results = [
      await convert(context, await media('tones.flac'), 'flac', 'mp3', { quality: 'low' }),
      await convert(context, await media('clip.mp4'), 'mp4', 'gif', { width: 32 }),
      await convert(context, await media('tones.m4a'), 'm4a', 'mp4'),
    ];
    const judged = await Promise.all(results.map(async ({ outputs: [{ content }] }) => judge.judge(await bytesOf(content), 'x')));
    expect(judged.map(({ codecs }) => codecs)).toEqual([['mp3'], ['gif'], ['h264', 'aac']]);
    const frames = await convert(context, await media('clip.mp4'), 'mp4', 'png', { frameRate: 5 });
    expect(frames.outputs.map(({ label }) => label)).toEqual(['frame-001', 'frame-002', 'frame-003', 'frame-004', 'frame-005']);
    for (const { content } of frames.outputs) expect(judge.judge(await bytesOf(content), 'png').sizes).toEqual(['64x48']);
  });

  it('reads an in-memory source', async () => {
    const blob = new Blob([await (await media('tones.flac')).arrayBuffer()]);
    const { outputs } = await convert(bench.contextFor(manifest, tools), blob, 'flac', 'wav');
    expect(judge.judge(await bytesOf(outputs[0].content), 'wav').codecs).toEqual(['pcm_s16le']);
  });

  it('refuses inconvertible files with a code', async () => {
    const context = bench.contextFor(manifest, tools);
    expect(await codeOf(convert(context, new Blob([]), 'mp4', 'mp3'))).toBe('empty');
    expect(await codeOf(convert(context, new Blob(['no film at all']), 'mp4', 'mp3'))).toBe('corrupt');
    expect(await codeOf(convert(context, await media('hevc.mp4'), 'mp4', 'mp3'))).toBe('unsupported-feature');
    expect(await codeOf(convert(context, await media('encrypted.mp4'), 'mp4', 'mov'))).toBe('encrypted');
  });

  it('ends with the job', async () => {
    const controller = new AbortController();
    const context = { ...bench.contextFor(manifest, tools, controller.signal), onProgress: () => controller.abort() };
    expect(await codeOf(convert(context, await media('tones.flac'), 'flac', 'mp4'))).toBe('cancelled');
  });
});

describe.skipIf(ways.length === 0)('a file that refers to other files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bakkum-secret-'));
    copyFileSync(path.join(FIXTURES, 'clip.ts'), path.join(folder, 'secret.ts'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(ways.map((tools) => [tools.sandbox, tools] as const))('cannot read them, isolated by %s', async (_, tools) => {
    const canary = await openCanary();
    const secret = path.join(folder, 'secret.ts');
    const playlist = (address: string): string =>
      `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${address}\n#EXT-X-ENDLIST\n`;
    const manifestOfDash = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${canary.address}/a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`;
    const hostile = [
      playlist(secret),
      playlist(`file:${secret}`),
      playlist(`${canary.address}/a.ts`),
      playlist(`concat:${secret}|${secret}`),
      `ffconcat version 1.0\nfile '${secret}'\n`,
      `ffconcat version 1.0\nfile source\n`,
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
      manifestOfDash,
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${canary.address}/a.png"/></svg>`,
    ];
    const context = bench.contextFor(manifest, tools);
    for (const from of ['mp4', 'ts', 'mkv', 'mp3'])
      for (const text of hostile)
        expect([text, await codeOf(convert(context, new Blob([text]), from, from === 'mp3' ? 'wav' : 'mov'))]).toEqual([
          text,
          expect.stringMatching(/^(unsupported-feature|corrupt)$/),
        ]);
    expect(canary.asked).toEqual([]);
    await canary.close();
  });
});
