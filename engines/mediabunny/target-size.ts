import { ConversionError } from '@bakkum/conversion/errors';
import { audioBitrate, bitratesFor } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { Container } from './containers.ts';
import type { Source } from './source.ts';

/** Bit rates per track type in bit/s; absent if unlimited. */
export type Rates = { readonly video?: number; readonly audio?: number };

const MIN_AUDIO_BITRATE = 16_000;
const MAX_SAMPLE_BYTES = 3;
const CONTAINER_SHARE = 0.98;

/** @throws ConversionError `unsupported-feature` if even poor quality would exceed the size */
export function ratesFor(bytes: number, source: Source, container: Container, request: MediaRequest): Rates {
  const seconds = secondsOf(source, request);
  if (container.video.length === 0 || source.video.length === 0) {
    const audio = (bytes * 8 * CONTAINER_SHARE) / seconds;
    if (audio < MIN_AUDIO_BITRATE) throw new ConversionError('unsupported-feature', 'too small for this sound');
    return { audio: Math.floor(Math.min(audio, request.audioBitrate ?? audio)) };
  }
  const tracks = request.mute ? 0 : source.audio.length;
  const wanted = tracks * (request.audioBitrate ?? audioBitrate('aac', request.quality, 2));
  const split = bitratesFor(bytes, seconds, wanted);
  if (!split) throw new ConversionError('unsupported-feature', 'too small for these pictures');
  return { video: split.video, audio: Math.floor(split.audio / Math.max(tracks, 1)) };
}

/**
 * Estimates the size of the result: a copy is as large as its source; encoded tracks count with their maximum rate. Used only to
 * choose the file layout.
 */
export async function expectedBytes(
  container: Container,
  source: Source,
  sourceBytes: number,
  request: MediaRequest,
): Promise<number> {
  const seconds = secondsOf(source, request);
  const share = Math.min(seconds / Math.max(source.end - source.start, 0.001), 1);
  const [sound] = source.audio;
  if (!sound || !container.encodesAudio.includes('pcm-s16')) return sourceBytes * share;
  const rate = (await sound.getSampleRate()) * (await sound.getNumberOfChannels()) * MAX_SAMPLE_BYTES;
  return Math.max(sourceBytes * share, rate * seconds);
}

/** Duration of the result in seconds. */
export function secondsOf({ start, end }: Source, { trimStart = start, trimEnd = end }: MediaRequest): number {
  return Math.max(Math.min(trimEnd, end) - trimStart, 0.001);
}
