import { parseOptions } from '@bakkum/conversion/options';
import { describe, expect, it } from 'vitest';
import { optionsFor } from './options.ts';
import { targetOf } from './targets.ts';

const takes = (target: string, values: Readonly<Record<string, unknown>>): boolean =>
  parseOptions(optionsFor(targetOf(target)), values).ok;

describe('options of a target', () => {
  it('offer only rates of its codec and container', () => {
    expect(takes('mp3', { audioBitrate: 640 })).toBe(false);
    expect(takes('mp3', { sampleRate: '96000' })).toBe(false);
    expect(takes('wav', { sampleRate: '96000' })).toBe(true);
    expect(takes('swf', { sampleRate: '48000' })).toBe(false);
    expect(takes('swf', { sampleRate: '44100' })).toBe(true);
    expect(takes('mp4', { audioCodec: 'ac3', audioBitrate: 640 })).toBe(true);
    expect(takes('mp4', { audioBitrate: 640 })).toBe(false);
  });

  it('offer only frame rates of MPEG containers', () => {
    expect(takes('mpeg', { frameRate: 29.97 })).toBe(true);
    expect(takes('mpeg', { frameRate: 15 })).toBe(false);
    expect(takes('mp4', { frameRate: 15 })).toBe(true);
    expect(optionsFor(targetOf('dv'))).not.toHaveProperty('width');
  });
});
