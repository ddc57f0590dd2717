import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { mediaJudge } from '@bakkum/tests/media-judge';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/media');

/** Covers the differences in a browser: on-demand reading of the file, and output to the browser's file system. */
describe.skipIf(!BROWSER_PATH || !hasProgram('ffprobe'))('FFmpeg in a browser', () => {
  let harness: BrowserHarness;
  const judge = mediaJudge();

  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(async () => {
    judge.dispose();
    await harness.close();
  });

  async function convert(name: string, from: string, to: string) {
    const bytes = new Uint8Array(await readFile(path.join(FIXTURES, name)));
    const steps = [{ engine: manifest.id, from, to, fidelity: 'lossy', cost: 1 }] as const;
    const result = await harness.convert([bytes], { steps });
    if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
    const [file] = result.files;
    if (!file) throw new Error('no file');
    return { ...judge.judge(file.bytes, to), count: result.files.length };
  }

  it.each([
    ['clip.mp4', 'mp4', 'mkv', 'matroska,webm', ['h264', 'aac']],
    ['clip.mp4', 'mp4', 'webm', 'matroska,webm', ['vp9', 'opus']],
    ['avi.avi', 'avi', 'mp4', 'mov,mp4,m4a,3gp,3g2,mj2', ['h264', 'mp3']],
    ['tones.flac', 'flac', 'opus', 'ogg', ['opus']],
    ['clip.mp4', 'mp4', 'gif', 'gif', ['gif']],
  ])('%s: %s becomes %s', async (name, from, to, container, codecs) => {
    const result = await convert(name, from, to);
    expect([result.container, result.codecs]).toEqual([container, codecs]);
    expect(Math.abs(result.seconds - 1)).toBeLessThan(0.11);
  });

  it('splits a video into images', async () => {
    const result = await convert('clip.mkv', 'mkv', 'jpeg');
    expect([result.count, result.sizes]).toEqual([1, ['64x48']]);
  });
});
