import { ConversionError } from '@bakkum/conversion/errors';
import { audioBitrate, bitratesFor } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { Container } from './containers.ts';
import type { Source } from './source.ts';

/** Bits a second left for each kind of track; absent where nothing limits them. */
export type Rates = { readonly video?: number; readonly audio?: number };

const LEAST_AUDIO = 16_000;
const MOST_SAMPLE_BYTES = 3;
const CONTAINER_SHARE = 0.98;

/** @throws ConversionError `unsupported-feature` when even poor quality would be larger. */
export function ratesFor(bytes: number, source: Source, container: Container, request: MediaRequest): Rates {
  const seconds = secondsOf(source, request);
  if (container.video.length === 0 || source.video.length === 0) {
    const audio = (bytes * 8 * CONTAINER_SHARE) / seconds;
    if (audio < LEAST_AUDIO) throw new ConversionError('unsupported-feature', 'too small for this sound');
    return { audio: Math.floor(Math.min(audio, request.audioBitrate ?? audio)) };
  }
  const tracks = request.mute ? 0 : source.audio.length;
  const wanted = tracks * (request.audioBitrate ?? audioBitrate('aac', request.quality, 2));
  const split = bitratesFor(bytes, seconds, wanted);
  if (!split) throw new ConversionError('unsupported-feature', 'too small for these pictures');
  return { video: split.video, audio: Math.floor(split.audio / Math.max(tracks, 1)) };
}

/**
 * About how large a result will be: a copy is as large as its source; what is encoded is counted by the largest rate a
 * track may have. Only decides how the file is laid out.
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
  const rate = (await sound.getSampleRate()) * (await sound.getNumberOfChannels()) * MOST_SAMPLE_BYTES;
  return Math.max(sourceBytes * share, rate * seconds);
}

/** How long the result will be. */
export function secondsOf({ start, end }: Source, { trimStart = start, trimEnd = end }: MediaRequest): number {
  return Math.max(Math.min(trimEnd, end) - trimStart, 0.001);
}
