import type { MediaFacts } from '@bakkum/media-facts/facts';
import type { Facts } from './facts.ts';

/** The codecs of media files as people know them. */
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

/** Film and broadcast count in thousandths; a container's clock of milliseconds makes 23.975 of 23.976. */
const BROADCAST_RATES = [24_000 / 1001, 30_000 / 1001, 60_000 / 1001, 120_000 / 1001];
const RATE_TOLERANCE = 0.0005;

/**
 * What a row says of a recording. Of a film whose pictures nobody here could read only the length is told: a list of what
 * little was understood would read as the whole.
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

/** The rate that was meant, where one is so near that only rounding lies between; two decimals otherwise. */
function usualRate(measured: number): number {
  const usual = [Math.round(measured), ...BROADCAST_RATES].find((rate) => Math.abs(measured / rate - 1) < RATE_TOLERANCE);
  return Math.round((usual ?? measured) * 100) / 100;
}
