import { expect, test } from 'vitest';
import { recordingFacts } from './recording-facts.ts';

const KNOWN = { duration: 61.5, bitrate: 900_000, video: [], audio: [], subtitles: 0, chapters: false };
const PICTURE = { codec: 'h264', width: 1920, height: 1080, rotation: 0 } as const;
const SOUND = { codec: 'pcm-s16', channels: 2, sampleRate: 44_100 };

test('names codecs as people do, and rounds frame rates to the intended ones', () => {
  const film = { ...KNOWN, video: [{ ...PICTURE, frameRate: 23.9808 }], audio: [SOUND, SOUND], subtitles: 3 };
  expect(recordingFacts(film, true)).toEqual({
    durationMs: 61_500,
    bitrate: 900_000,
    width: 1920,
    height: 1080,
    frameRate: 23.98,
    codecs: ['H.264', 'PCM'],
    channels: 2,
    sampleRate: 44_100,
    soundTracks: 2,
    subtitles: 3,
  });
  const rate = (frameRate: number) => recordingFacts({ ...KNOWN, video: [{ ...PICTURE, frameRate }] }, true).frameRate;
  expect([15.005, 29.97, 59.8, 24.3].map(rate)).toEqual([15, 29.97, 59.8, 24.3]);
});

test('a video with an unreadable track has only a duration', () => {
  expect(recordingFacts({ ...KNOWN, audio: [SOUND] }, true)).toEqual({ durationMs: 61_500 });
});

test('omits unknown facts', () => {
  const unknown = { channels: 2, sampleRate: 8000 };
  expect(recordingFacts({ ...KNOWN, duration: 0, bitrate: 0, audio: [unknown] }, false)).toEqual({
    channels: 2,
    sampleRate: 8000,
    soundTracks: 1,
    subtitles: 0,
  });
});
