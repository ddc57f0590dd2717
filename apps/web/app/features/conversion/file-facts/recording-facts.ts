import type { MediaFacts } from '@bakkum/media-facts/facts';
import type { Facts } from './facts.ts';

/** Codecs of media files, by their common names. */
const CODEC_NAMES: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'H.265',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  mpeg4: 'MPEG-4',
  mpeg2: 'MPEG-2',
  mjpeg: 'Motion JPEG',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  alac: 'ALAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  ulaw: 'µ-law',
  alaw: 'A-law',
};

/** Film and broadcast rates are exact to thousandths; a container clock in milliseconds turns 23.976 into 23.975. */
const BROADCAST_RATES = [24_000 / 1001, 30_000 / 1001, 60_000 / 1001, 120_000 / 1001];
const RATE_TOLERANCE = 0.0005;

/**
 * Returns the facts of a recording. A video with an unreadable track gets only its duration, because a partial list would look
 * complete.
 */
export function recordingFacts({ duration, bitrate, video, audio, subtitles }: MediaFacts, isFilm: boolean): Facts {
  const length = duration > 0 ? { durationMs: duration * 1000 } : {};
  const [picture] = video;
  const [sound] = audio;
  if (isFilm && !picture) return length;
  const codecs = [picture?.codec, sound?.codec].flatMap((codec) => (codec === undefined ? [] : [codecName(codec)]));
  return {
    ...length,
    ...(bitrate > 0 ? { bitrate } : {}),
    ...(picture ? { width: picture.width, height: picture.height } : {}),
    ...(picture?.frameRate ? { frameRate: usualRate(picture.frameRate) } : {}),
    ...(codecs.length > 0 ? { codecs } : {}),
    ...(sound ? { channels: sound.channels, sampleRate: sound.sampleRate } : {}),
    soundTracks: audio.length,
    subtitles,
  };
}

function codecName(codec: string): string {
  return codec.startsWith('pcm') ? 'PCM' : (CODEC_NAMES[codec] ?? codec.toUpperCase());
}

/** Returns the intended frame rate if only rounding separates it from the measured one; otherwise two decimals. */
function usualRate(measured: number): number {
  const usual = [Math.round(measured), ...BROADCAST_RATES].find((rate) => Math.abs(measured / rate - 1) < RATE_TOLERANCE);
  return Math.round((usual ?? measured) * 100) / 100;
}
