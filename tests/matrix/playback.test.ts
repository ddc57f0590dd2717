import { describe, expect, it } from 'vitest';
import { type Playback, playbackFaults } from './playback.ts';

const PLAYED: Playback = { error: '', width: 640, frames: 20, audioBytes: 4000, seconds: 1 };
const BOTH = { video: true, audio: true, seconds: 1 };

describe('playbackFaults', () => {
  it('accepts a result with everything its tracks promise', () => {
    expect(playbackFaults(PLAYED, BOTH)).toEqual([]);
    expect(playbackFaults({ ...PLAYED, width: 0, frames: 0 }, { ...BOTH, video: false })).toEqual([]);
    expect(playbackFaults({ ...PLAYED, audioBytes: 0 }, { ...BOTH, audio: false })).toEqual([]);
  });

  it('reports a black picture and silence', () => {
    expect(playbackFaults({ ...PLAYED, width: 0, frames: 0 }, BOTH)).toEqual(['no picture in the browser']);
    expect(playbackFaults({ ...PLAYED, frames: 0 }, BOTH)).toEqual(['no picture in the browser']);
    expect(playbackFaults({ ...PLAYED, audioBytes: 0 }, BOTH)).toEqual(['no sound in the browser']);
  });

  it('reports a length that the browser guessed', () => {
    expect(playbackFaults({ ...PLAYED, seconds: 1.1 }, BOTH)).toEqual([]);
    expect(playbackFaults({ ...PLAYED, seconds: 5.7 }, BOTH)).toEqual(['lasts 5.7 s in the browser instead of 1 s']);
    expect(playbackFaults({ ...PLAYED, seconds: Number.POSITIVE_INFINITY }, BOTH)).toHaveLength(1);
  });

  it('reports an error of the media element', () => {
    expect(playbackFaults({ ...PLAYED, error: 'no demuxer' }, BOTH)).toEqual(['the browser does not play it: no demuxer']);
  });
});
