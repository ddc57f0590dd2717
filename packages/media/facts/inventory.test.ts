import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readInventory } from './inventory.ts';

const PLAIN = { video: 1, audio: 1, subtitles: 0, textSubtitles: 0, attachments: 0, chapters: false, edited: false };

describe('the inventory of a container', () => {
  it.each(['clip.mp4', 'clip.mov', 'clip.mkv', 'clip.webm', 'clip.ts', 'mpeg2.ts'])('counts the streams of %s', async (name) => {
    expect(await readInventory(await fixture(`media/${name}`))).toMatchObject(PLAIN);
  });

  it('includes subtitles, chapters and attachments', async () => {
    const matroska = await readInventory(await fixture('media/extras.mkv'));
    expect(matroska).toEqual({ ...PLAIN, subtitles: 1, textSubtitles: 1, attachments: 1, chapters: true });
    const mpeg4 = await readInventory(await fixture('media/extras.mp4'));
    expect(mpeg4).toMatchObject({ ...PLAIN, subtitles: 1, textSubtitles: 1, chapters: true });
    expect(mpeg4?.presentedEnd).toBeCloseTo(1, 2);
  });

  it.each(['tones.mp3', 'tones.wav', 'tones.flac', 'tones.ogg', 'tones.aac'])('is undefined for %s', async (name) => {
    expect(await readInventory(await fixture(`media/${name}`))).toBeUndefined();
  });

  it.each(['extras.mkv', 'extras.mp4', 'clip.ts'])('never hangs or throws when %s is truncated anywhere', async (name) => {
    const file = await fixture(`media/${name}`);
    for (let size = 0; size < file.size; size += 97) {
      const inventory = await readInventory(file.slice(0, size));
      expect(inventory === undefined || inventory.video <= 1).toBe(true);
    }
  });
});
