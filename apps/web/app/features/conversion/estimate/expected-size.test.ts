import { expect, test } from 'vitest';
import { expectedBytes } from './expected-size.ts';

const NUMBER = { kind: 'number', min: 0, max: 1000, step: 1, default: null } as const;
const quality = {
  kind: 'choice',
  values: ['high', 'low'],
  default: 'high',
  numbers: { high: 256, low: 128 },
  numbersIn: 'kbps',
} as const;
const SOUND = { quality, audioBitrate: NUMBER, targetSize: NUMBER };
const FILM = { ...SOUND, videoBitrate: NUMBER };
const song = { durationMs: 60_000, channels: 2, sampleRate: 44_100, bitrate: 1_411_200, soundTracks: 1, codecs: ['PCM'] };

test('audio: by the requested bitrate, or that of the quality', () => {
  expect(expectedBytes({ schema: SOUND, values: {}, facts: song })).toBe(1_920_000);
  expect(expectedBytes({ schema: SOUND, values: { quality: 'low' }, facts: { ...song, channels: 1 } })).toBe(480_000);
  expect(expectedBytes({ schema: SOUND, values: { audioBitrate: 320, trimStart: 30 }, facts: song })).toBe(1_200_000);
  expect(expectedBytes({ schema: SOUND, values: { targetSize: 500 }, facts: song })).toBe(500_000);
});

test('compressed audio: only when it is certainly encoded, and to a lower rate', () => {
  const facts = { ...song, codecs: ['MP3'], bitrate: 192_000 };
  expect(expectedBytes({ schema: SOUND, values: {}, facts })).toBeUndefined();
  expect(expectedBytes({ schema: SOUND, values: { quality: 'low' }, facts })).toBe(960_000);
  expect(expectedBytes({ schema: SOUND, values: { quality: 'low' }, facts: { ...facts, bitrate: 96_000 } })).toBeUndefined();
});

test('audio that becomes mono whatever its source', () => {
  const schema = { quality: { ...quality, numbers: { high: 12.2, low: 5.15 }, numbersIn: 'kbps-mono' } } as const;
  for (const facts of [song, { ...song, channels: 1 }, { ...song, channels: 6, codecs: ['AC-3'] }])
    expect(expectedBytes({ schema, values: {}, facts })).toBe(91_500);
});

test('video: only when every bitrate is known', () => {
  const facts = { ...song, width: 640, height: 360 };
  expect(expectedBytes({ schema: FILM, values: {}, facts })).toBeUndefined();
  expect(expectedBytes({ schema: FILM, values: { videoBitrate: 800 }, facts })).toBeUndefined();
  expect(expectedBytes({ schema: FILM, values: { videoBitrate: 800, audioBitrate: 200 }, facts })).toBe(7_500_000);
  expect(expectedBytes({ schema: FILM, values: { videoBitrate: 800, mute: true }, facts })).toBe(6_000_000);
  expect(expectedBytes({ schema: SOUND, values: {}, facts })).toBeUndefined();
});

test('undefined at low sample rates, which have their own limits', () => {
  expect(expectedBytes({ schema: SOUND, values: { sampleRate: '22050' }, facts: song })).toBeUndefined();
  expect(expectedBytes({ schema: SOUND, values: { audioBitrate: 320 }, facts: { ...song, sampleRate: 8000 } })).toBeUndefined();
  expect(expectedBytes({ schema: SOUND, values: { sampleRate: 'keep' }, facts: song })).toBe(1_920_000);
});

test('undefined without a duration, or when the content decides', () => {
  expect(expectedBytes({ schema: SOUND, values: {}, facts: { channels: 2 } })).toBeUndefined();
  expect(expectedBytes({ schema: {}, values: {}, facts: song })).toBeUndefined();
});
