import type { OptionsSchema } from '@bakkum/conversion/options';
import { AUDIO_KBPS } from '@bakkum/media-options/bitrate';
import {
  AUDIO_BITRATE_OPTION,
  audioCodecOption,
  MEDIA_SIZE_OPTION,
  MUTE_OPTION,
  mediaQualityOption,
  PICTURE_OPTIONS,
  SOUND_OPTIONS,
  SPEED_OPTION,
  TRIM_OPTIONS,
  videoCodecOption,
} from '@bakkum/media-options/schema';
import { X264_QUALITY } from './picture-encoders.ts';
import type { Target } from './targets.ts';

/** The form of a target: nothing in it that would change nothing. */
export function optionsFor(target: Target): OptionsSchema {
  return { ...(target.video ? pictureOptions(target.video, target.audio) : soundOptions(target.audio)), ...TRIM_OPTIONS };
}

function pictureOptions(video: NonNullable<Target['video']>, audio: Target['audio']): OptionsSchema {
  return {
    ...mediaQualityOption(X264_QUALITY, 'crf'),
    ...PICTURE_OPTIONS,
    ...SPEED_OPTION,
    ...(video.encodes.length > 1 ? videoCodecOption(video.encodes) : {}),
    ...(audio ? { ...soundChoices(audio), ...AUDIO_BITRATE_OPTION, ...MUTE_OPTION } : {}),
    ...MEDIA_SIZE_OPTION,
  };
}

function soundOptions(audio: Target['audio']): OptionsSchema {
  const codec = audio?.encodes.find((name): name is keyof typeof AUDIO_KBPS => name in AUDIO_KBPS);
  const rates = codec ? { ...mediaQualityOption(AUDIO_KBPS[codec], 'kbps'), ...AUDIO_BITRATE_OPTION, ...MEDIA_SIZE_OPTION } : {};
  return { ...rates, ...(audio ? soundChoices(audio) : {}) };
}

function soundChoices(audio: NonNullable<Target['audio']>): OptionsSchema {
  return { ...SOUND_OPTIONS, ...(audio.encodes.length > 1 ? audioCodecOption(audio.encodes) : {}) };
}
