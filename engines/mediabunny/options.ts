import type { OptionsSchema } from '@bakkum/conversion/options';
import { AUDIO_KBPS, type CompressedSound, VIDEO_KBPS_1080P } from '@bakkum/media-options/bitrate';
import {
  MEDIA_SIZE_OPTION,
  MUTE_OPTION,
  mediaQualityOption,
  PICTURE_OPTIONS,
  SPEED_OPTION,
  TRIM_OPTIONS,
  videoCodecOption,
} from '@bakkum/media-options/schema';
import { type SoundCodecs, soundOptions } from '@bakkum/media-options/sound-schema';

/**
 * Options offered per target. Some are left to the next engine (the highest speed for H.264, loudness normalization, codecs not
 * encoded here), which accepts the same options by the same names.
 */
const FORMS: Readonly<Record<string, OptionsSchema>> = {
  mp4: picture('h264', ['h264', 'hevc', 'av1'], ['aac', 'mp3', 'ac3'], { mayCopy: true }),
  mov: picture('h264', ['h264', 'hevc'], ['aac', 'mp3', 'pcm'], { mayCopy: true }),
  mkv: picture('h264', ['h264', 'hevc', 'vp8', 'vp9', 'av1'], ['aac', 'mp3', 'opus', 'flac', 'ac3', 'pcm']),
  webm: picture('vp9', ['vp9', 'vp8', 'av1'], ['opus', 'vorbis']),
  ts: picture('h264', ['h264', 'hevc'], ['aac', 'mp3', 'ac3']),
  mp3: compressed('mp3'),
  m4a: compressed('aac'),
  aac: compressed('aac'),
  ogg: compressed('vorbis', ['vorbis', 'opus']),
  opus: compressed('opus'),
  weba: compressed('opus'),
  wav: { ...soundOptions(['pcm']), ...TRIM_OPTIONS },
  flac: { ...soundOptions(['flac']), ...TRIM_OPTIONS },
  mka: { ...soundOptions(['flac']), ...TRIM_OPTIONS },
};

/** Recordings that are joined are not trimmed or measured individually. */
const OF_ONE: ReadonlySet<string> = new Set(['speed', 'trimStart', 'trimEnd', 'targetSize', 'normalise']);

export const OPTIONS: Readonly<Record<string, OptionsSchema>> = Object.fromEntries(
  Object.entries(FORMS).map(([to, schema]) => [to, forOneAlone(schema)]),
);

function forOneAlone(schema: OptionsSchema): OptionsSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, field]) => [name, OF_ONE.has(name) ? { ...field, combined: 'never' } : field]),
  );
}

function picture(
  rated: keyof typeof VIDEO_KBPS_1080P,
  video: Parameters<typeof videoCodecOption>[0],
  audio: SoundCodecs,
  copying: { readonly mayCopy?: boolean } = {},
): OptionsSchema {
  return {
    ...mediaQualityOption(VIDEO_KBPS_1080P[rated], 'kbps-1080p'),
    ...SPEED_OPTION,
    ...PICTURE_OPTIONS,
    ...TRIM_OPTIONS,
    ...MUTE_OPTION,
    ...videoCodecOption(video, copying),
    ...soundOptions(audio, copying),
    ...MEDIA_SIZE_OPTION,
  };
}

function compressed(codec: CompressedSound, codecs: SoundCodecs = [codec]): OptionsSchema {
  return {
    ...mediaQualityOption(AUDIO_KBPS[codec], 'kbps'),
    ...soundOptions(codecs),
    ...TRIM_OPTIONS,
    ...MEDIA_SIZE_OPTION,
  };
}
