import { defaultsOf, mergeSchemas } from '@bakkum/conversion/options';
import { describe, expect, it } from 'vitest';
import { audioBitrate, audioBitrateWithin, bitratesFor, nearestAudioBitrate, videoBitrate } from './bitrate.ts';
import { mediaFidelity } from './fidelity.ts';
import { mediaRequestOf } from './request.ts';
import { MEDIA_SIZE_OPTION, MUTE_OPTION, PICTURE_OPTIONS, TRIM_OPTIONS, videoCodecOption } from './schema.ts';
import { soundOptions } from './sound-schema.ts';

describe('mediaRequestOf', () => {
  it('is empty by default', () => {
    const schema = mergeSchemas([
      soundOptions(['pcm']),
      PICTURE_OPTIONS,
      TRIM_OPTIONS,
      MUTE_OPTION,
      MEDIA_SIZE_OPTION,
      videoCodecOption(['h264']),
    ]);
    expect(mediaRequestOf(defaultsOf(schema))).toEqual({ quality: 'high', speed: 'balanced', mute: false, normalise: false });
  });

  it('uses bits, bytes, hertz and seconds', () => {
    const request = mediaRequestOf({
      quality: 'low',
      videoBitrate: 900,
      audioBitrate: 96,
      sampleRate: '44100',
      channels: 'mono',
      trimStart: 1.5,
      videoCodec: 'h264',
      audioCodec: 'auto',
      targetSize: 250,
      mute: true,
    });
    expect(request).toEqual({
      quality: 'low',
      speed: 'balanced',
      normalise: false,
      mute: true,
      videoBitrate: 900_000,
      audioBitrate: 96_000,
      sampleRate: 44_100,
      channels: 1,
      trimStart: 1.5,
      videoCodec: 'h264',
      targetSize: 250_000,
    });
  });
});

describe('bitrates', () => {
  it('of audio follow the channels and the supported rates of the codec', () => {
    expect(audioBitrate('mp3', 'high', 2)).toBe(256_000);
    expect(audioBitrate('mp3', 'high', 1)).toBe(128_000);
    expect(audioBitrate('aac', 'high', 6)).toBe(640_000);
    expect(nearestAudioBitrate('mp3', 300_000)).toBe(320_000);
    expect(audioBitrateWithin('mp3', 300_000)).toBe(256_000);
    expect(audioBitrateWithin('mp3', 1000)).toBe(32_000);
  });

  it('of video grow more slowly than its size and frame rate', () => {
    expect(videoBitrate('h264', 'high', 1920, 1080, 30)).toBe(10_000_000);
    expect(videoBitrate('h264', 'high', 960, 540, 30)).toBeGreaterThan(2_500_000);
    expect(videoBitrate('h264', 'high', 1920, 1080, 60)).toBeLessThan(20_000_000);
  });

  it('share a size limit, audio first', () => {
    const split = bitratesFor(1_000_000, 10, 128_000);
    expect(split?.audio).toBe(128_000);
    expect(((split?.video ?? 0) + 128_000) * 10).toBeLessThan(8_000_000);
    expect(bitratesFor(1000, 10, 128_000)).toBeUndefined();
  });
});

describe('fidelity', () => {
  it('is lossless for copies and for audio kept sample by sample', () => {
    expect(mediaFidelity('mp4', 'mov', { fromSound: false })).toBe('lossless');
    expect(mediaFidelity('mp3', 'wav', { fromSound: true })).toBe('lossless');
    expect(mediaFidelity('mp4', 'wav', { fromSound: false })).toBe('lossy');
    expect(mediaFidelity('mkv', 'mp4', { fromSound: false })).toBe('lossy');
    expect(mediaFidelity('mov', 'mp4', { fromSound: false })).toBe('lossy');
  });
});
