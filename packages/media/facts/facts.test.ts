import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readMediaFacts } from './facts.ts';

const H264 = { codec: 'h264', width: 64, height: 48, rotation: 0, frameRate: expect.closeTo(15, 0) };
const AAC = { codec: 'aac', channels: 2, sampleRate: 44_100 };

describe('readMediaFacts', () => {
  it.each([
    ['clip.mp4', [H264], [AAC]],
    ['clip.mkv', [H264], [AAC]],
    ['clip.ts', [H264], [AAC]],
    ['clip.webm', [{ ...H264, codec: 'vp9' }], [{ codec: 'opus', channels: 2, sampleRate: 48_000 }]],
    ['tones.mp3', [], [{ ...AAC, codec: 'mp3' }]],
    ['tones.flac', [], [{ ...AAC, codec: 'flac', sampleRate: 22_050 }]],
    ['surround.mka', [], [{ ...AAC, codec: 'ac3', channels: 6 }]],
  ])('describes %s', async (name, video, audio) => {
    const file = await fixture(`media/${name}`);
    const facts = await readMediaFacts(file);
    expect(facts).toMatchObject({ video, audio });
    expect(facts?.duration).toBeCloseTo(1, 0);
    expect(facts?.bitrate).toBeCloseTo((file.size * 8) / (facts?.duration ?? 0), 0);
  });

  it('gives the upright size', async () => {
    const facts = await readMediaFacts(await fixture('media/rotated.mp4'));
    expect(facts?.video).toMatchObject([{ width: 48, height: 64 }]);
  });

  it('includes titles, covers, subtitles and chapters', async () => {
    const song = await readMediaFacts(await fixture('media/cover.mp3'));
    expect(song).toMatchObject({ title: 'Beep', artist: 'Bakkum' });
    expect(song?.cover?.type).toBe('image/jpeg');
    expect(await readMediaFacts(await fixture('media/extras.mkv'))).toMatchObject({ subtitles: 1, chapters: true });
  });

  it('returns nothing for other files and badly damaged ones', async () => {
    expect(await readMediaFacts(new Blob(['hello world, this is text']))).toBeUndefined();
    expect(await readMediaFacts((await fixture('media/clip.mp4')).slice(0, 500))).toBeUndefined();
  });
});
