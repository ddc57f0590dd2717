import { type OptionsSchema, parseOptions } from '@bakkum/conversion/options';
import { describe, expect, it } from 'vitest';
import { AUDIO_BITRATE_STEPS } from './bitrate.ts';
import { soundOptions } from './sound-schema.ts';

const takes = (schema: OptionsSchema, values: Readonly<Record<string, unknown>>): boolean => parseOptions(schema, values).ok;

describe('audio options of one codec', () => {
  it('offer MP3 its bit rates and sample rates only', () => {
    const schema = soundOptions(['mp3']);
    expect(schema['audioBitrate']).toMatchObject({ min: 32, max: 320, values: AUDIO_BITRATE_STEPS.mp3 });
    expect(schema['sampleRate']).toMatchObject({ values: expect.not.arrayContaining(['88200', '96000']) });
    expect(takes(schema, { audioBitrate: 640 })).toBe(false);
    expect(takes(schema, { audioBitrate: 100 })).toBe(false);
    expect(takes(schema, { audioBitrate: '320', sampleRate: '48000' })).toBe(true);
  });

  it('limit the bit rate by the sample rate', () => {
    const schema = soundOptions(['mp3']);
    expect(takes(schema, { sampleRate: '22050', audioBitrate: 160 })).toBe(true);
    expect(takes(schema, { sampleRate: '22050', audioBitrate: 192 })).toBe(false);
    expect(takes(schema, { sampleRate: '8000', audioBitrate: 80 })).toBe(false);
    expect(takes(soundOptions(['vorbis']), { sampleRate: '8000', audioBitrate: 48, channels: 'mono' })).toBe(false);
    expect(takes(soundOptions(['vorbis']), { sampleRate: '8000', audioBitrate: 12, channels: 'mono' })).toBe(true);
    expect(takes(soundOptions(['vorbis']), { audioBitrate: 12 })).toBe(false);
  });

  it('limit the bit rate by the channels', () => {
    expect(takes(soundOptions(['opus']), { audioBitrate: 400 })).toBe(true);
    expect(takes(soundOptions(['opus']), { audioBitrate: 400, channels: 'mono' })).toBe(false);
  });

  it('have no bit rate without compression, and no sample rate where there is one', () => {
    expect(soundOptions(['pcm'])).not.toHaveProperty('audioBitrate');
    expect(soundOptions(['opus'])).not.toHaveProperty('sampleRate');
    expect(soundOptions(['mp2'], { sampleRates: [48_000] })).not.toHaveProperty('sampleRate');
  });
});

it('a rejected value lists the values allowed with the other options', () => {
  expect(parseOptions(soundOptions(['mp3']), { audioBitrate: 640 })).toMatchObject({
    problems: [{ option: 'audioBitrate', reason: 'out-of-range', allowed: { values: AUDIO_BITRATE_STEPS.mp3 } }],
  });
  expect(parseOptions(soundOptions(['opus']), { audioBitrate: 400, channels: 'mono' })).toMatchObject({
    problems: [{ option: 'audioBitrate', allowed: { min: 6, max: 256 } }],
  });
});

describe('audio options of several codecs', () => {
  const schema = soundOptions(['aac', 'mp3', 'ac3', 'pcm']);

  it('follow the chosen codec, the first one by default', () => {
    expect(takes(schema, { audioBitrate: 500 })).toBe(true);
    expect(takes(schema, { audioBitrate: 640 })).toBe(false);
    expect(takes(schema, { audioBitrate: 640, audioCodec: 'ac3' })).toBe(true);
    expect(takes(schema, { audioBitrate: 500, audioCodec: 'mp3' })).toBe(false);
    expect(takes(schema, { audioBitrate: 128, audioCodec: 'pcm' })).toBe(false);
    expect(takes(schema, { sampleRate: '96000' })).toBe(true);
    expect(takes(schema, { sampleRate: '96000', audioCodec: 'ac3' })).toBe(false);
    expect(takes(schema, { sampleRate: '22050', audioCodec: 'mp3', audioBitrate: 256 })).toBe(false);
  });
});
