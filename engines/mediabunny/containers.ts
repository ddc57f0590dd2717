import {
  AdtsOutputFormat,
  type AudioCodec,
  FlacOutputFormat,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  type OutputFormat,
  type VideoCodec,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { type Correction, correctedXing } from './xing.ts';

/** Codecs of a target format, which are fewer than the library can write. */
export type Container = {
  readonly mediaType: string;
  /** Codecs the format usually holds; none for the video of audio formats. */
  readonly video: readonly VideoCodec[];
  readonly audio: readonly AudioCodec[];
  /** Those that its common players and browsers support, where these are fewer: the others are copied only on request. */
  readonly playable?: { readonly video: readonly VideoCodec[]; readonly audio: readonly AudioCodec[] };
  /** Target codecs if the source's codec cannot be copied, most preferred first. */
  readonly encodesVideo: readonly VideoCodec[];
  readonly encodesAudio: readonly AudioCodec[];
  /** Tracks the format supports although this engine does not write them. */
  readonly holds: { readonly chapters: boolean; readonly subtitles: 'any' | 'text' | 'none' };
  readonly format: (expected: Expected) => OutputFormat;
};

export type Expected = {
  /** Estimated file size. */
  readonly bytes: number;
  /** Upper bound of packets per track; absent if unknown. */
  readonly mostPackets?: number;
  /** Receives corrections to apply to the finished file. */
  readonly correct?: (correction: Correction) => void;
};

const ANY_VIDEO = ['avc', 'hevc', 'vp9', 'av1', 'vp8', 'prores'] as const satisfies readonly VideoCodec[];
const ANY_AUDIO: readonly AudioCodec[] = [
  'aac',
  'opus',
  'mp3',
  'vorbis',
  'flac',
  'ac3',
  'eac3',
  'dts',
  'pcm-s16',
  'pcm-s16be',
  'pcm-s24',
  'pcm-s24be',
  'pcm-s32',
  'pcm-s32be',
  'pcm-f32',
  'pcm-f64',
  'pcm-u8',
];
/** Uncompressed audio that QuickTime plays. */
const QUICKTIME_PCM: readonly AudioCodec[] = ['pcm-s16', 'pcm-s16be', 'pcm-s24', 'pcm-s24be', 'pcm-s32', 'pcm-f32', 'pcm-u8'];
const WAVE_PCM: readonly AudioCodec[] = ['pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32', 'pcm-f64', 'pcm-u8', 'ulaw', 'alaw'];

/**
 * The index goes first, as web players prefer. If the number of packets is known, space is reserved for it; otherwise media below
 * this size is buffered in memory. Larger files have the index at the end, like FFmpeg's default: every file player supports
 * that, and memory stays constant.
 */
const INDEX_FIRST_BYTES = 64 * 1024 * 1024;

function indexPlace({ bytes, mostPackets }: Expected): { readonly fastStart: 'reserve' | 'in-memory' | false } {
  if (mostPackets !== undefined) return { fastStart: 'reserve' };
  return { fastStart: bytes <= INDEX_FIRST_BYTES ? 'in-memory' : false };
}

/** RIFF sizes have 32 bits. */
const MAX_RIFF_BYTES = 0xffff_0000;

export const CONTAINERS: Readonly<Record<string, Container>> = {
  mp4: {
    mediaType: 'video/mp4',
    video: ['avc', 'hevc', 'av1', 'vp9'],
    audio: ['aac', 'mp3', 'ac3', 'eac3', 'opus'],
    playable: { video: ['avc'], audio: ['aac', 'mp3'] },
    encodesVideo: ['avc'],
    encodesAudio: ['aac'],
    holds: { chapters: true, subtitles: 'text' },
    format: (expected) => new Mp4OutputFormat(indexPlace(expected)),
  },
  mov: {
    mediaType: 'video/quicktime',
    video: ['avc', 'hevc', 'prores'],
    audio: ['aac', 'mp3', 'ac3', ...QUICKTIME_PCM],
    playable: { video: ['avc', 'hevc', 'prores'], audio: ['aac', 'mp3', ...QUICKTIME_PCM] },
    encodesVideo: ['avc'],
    encodesAudio: ['aac'],
    holds: { chapters: true, subtitles: 'text' },
    format: (expected) => new MovOutputFormat(indexPlace(expected)),
  },
  mkv: {
    mediaType: 'video/matroska',
    video: ANY_VIDEO,
    audio: ANY_AUDIO,
    encodesVideo: ['avc', 'vp9'],
    encodesAudio: ['aac'],
    holds: { chapters: true, subtitles: 'any' },
    format: () => new MkvOutputFormat(),
  },
  webm: {
    mediaType: 'video/webm',
    video: ['vp9', 'av1', 'vp8'],
    audio: ['opus', 'vorbis'],
    encodesVideo: ['vp9', 'vp8'],
    encodesAudio: ['opus'],
    holds: { chapters: false, subtitles: 'none' },
    format: () => new WebMOutputFormat(),
  },
  ts: {
    mediaType: 'video/mp2t',
    video: ['avc', 'hevc'],
    audio: ['aac', 'mp3', 'ac3', 'eac3'],
    encodesVideo: ['avc'],
    encodesAudio: ['aac'],
    holds: { chapters: false, subtitles: 'none' },
    format: () => new MpegTsOutputFormat(),
  },
  mp3: sound('audio/mpeg', ['mp3'], ['mp3'], ({ correct }) => mp3Format(correct)),
  m4a: sound('audio/mp4', ['aac'], ['aac'], (expected) => new Mp4OutputFormat(indexPlace(expected))),
  aac: sound('audio/aac', ['aac'], ['aac'], () => new AdtsOutputFormat()),
  wav: sound(
    'audio/wav',
    WAVE_PCM,
    ['pcm-s16', 'pcm-s24'],
    ({ bytes }) => new WavOutputFormat({ large: bytes > MAX_RIFF_BYTES }),
  ),
  flac: sound('audio/flac', ['flac'], ['flac'], () => new FlacOutputFormat()),
  // OGG implies Vorbis, which nothing here encodes, so other codecs are left to another engine.
  ogg: sound('audio/ogg', ['vorbis'], ['vorbis'], () => new OggOutputFormat()),
  opus: sound('audio/opus', ['opus'], ['opus'], () => new OggOutputFormat()),
  mka: sound('audio/x-matroska', ANY_AUDIO, ['flac'], () => new MkvOutputFormat()),
  weba: sound('audio/webm', ['opus', 'vorbis'], ['opus'], () => new WebMOutputFormat()),
};

function mp3Format(correct: (correction: Correction) => void = () => undefined): OutputFormat {
  return new Mp3OutputFormat({
    onXingFrame: (header, position) => {
      const correction = correctedXing(header, position);
      if (correction) correct(correction);
    },
  });
}

function sound(
  mediaType: string,
  audio: readonly AudioCodec[],
  encodesAudio: readonly AudioCodec[],
  format: Container['format'],
): Container {
  const holds = { chapters: mediaType === 'audio/mp4' || mediaType === 'audio/x-matroska', subtitles: 'none' } as const;
  return { mediaType, video: [], audio, encodesVideo: [], encodesAudio, holds, format };
}

/** Codecs by option value. */
const VIDEO_NAMES: Readonly<Record<string, VideoCodec>> = { h264: 'avc', hevc: 'hevc', vp8: 'vp8', vp9: 'vp9', av1: 'av1' };
const AUDIO_NAMES: Readonly<Record<string, AudioCodec>> = {
  aac: 'aac',
  mp3: 'mp3',
  opus: 'opus',
  vorbis: 'vorbis',
  flac: 'flac',
  ac3: 'ac3',
  eac3: 'eac3',
  pcm: 'pcm-s16',
};

export function videoCodecNamed(name: string): VideoCodec | undefined {
  return VIDEO_NAMES[name];
}

export function audioCodecNamed(name: string): AudioCodec | undefined {
  return AUDIO_NAMES[name];
}
