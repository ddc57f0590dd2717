import type { OptionsSchema } from '@bakkum/conversion/options';
import { AUDIO_KBPS, VIDEO_KBPS_1080P } from '@bakkum/media-options/bitrate';
import {
  MEDIA_SIZE_OPTION,
  MUTE_OPTION,
  mediaQualityOption,
  PICTURE_OPTIONS,
  SPEED_OPTION,
  TRIM_OPTIONS,
  type VideoCodecName,
  videoCodecOption,
} from '@bakkum/media-options/schema';
import { type SoundContainer, soundOptions } from '@bakkum/media-options/sound-schema';
import { GIF_COLOURS, JPEG_SCALE, QUANTISER, THEORA_QUALITY, WEBP_QUALITY, X264_QUALITY } from './qualities.ts';
import type { AnimationTarget, FrameTarget, Target } from './targets.ts';

/** Returns the options of a target, without those that would have no effect. */
export function optionsFor(target: Target): OptionsSchema {
  return { ...(target.video ? pictureOptions(target, target.video) : recordingOptions(target)), ...TRIM_OPTIONS };
}

function pictureOptions({ audio, ...container }: Target, video: NonNullable<Target['video']>): OptionsSchema {
  return {
    ...pictureQuality(video.encodes[0]),
    ...pictureChoices(container, video.encodes[0]),
    ...SPEED_OPTION,
    ...(video.encodes.length > 1 ? videoCodecOption(video.encodes, { mayCopy: video.playable !== undefined }) : {}),
    ...(audio ? { ...soundOptions(audio.encodes, soundContainer(audio, container)), ...MUTE_OPTION } : {}),
    ...MEDIA_SIZE_OPTION,
  };
}

/** The size, frame rate and bit rate that can be chosen; DV has one size and one bit rate. */
function pictureChoices({ frameRates }: Pick<Target, 'frameRates'>, codec: VideoCodecName): OptionsSchema {
  const { frameRate, ...others } = PICTURE_OPTIONS;
  if (!frameRates || frameRate?.kind !== 'number') return PICTURE_OPTIONS;
  const values = frameRates.map(decimalRate).sort((one, other) => one - other);
  const limited = { ...frameRate, min: Math.min(...values), max: Math.max(...values), values };
  return codec === 'dv' ? { frameRate: limited } : { ...others, frameRate: limited };
}

/** `30000/1001` → 29.97, `24000/1001` → 23.976. */
function decimalRate(rate: string): number {
  const [frames = 0, seconds = 1] = rate.split('/').map(Number);
  return Math.round((frames / seconds) * 1000) / 1000;
}

/** Uses the quality values of the default codec. */
function pictureQuality(codec: VideoCodecName): OptionsSchema {
  if (codec === 'h264') return mediaQualityOption(X264_QUALITY, 'crf');
  if (codec === 'vp8' || codec === 'vp9') return mediaQualityOption(VIDEO_KBPS_1080P[codec], 'kbps-1080p');
  if (codec === 'dv') return {};
  const numbers = codec === 'theora' ? THEORA_QUALITY : QUANTISER;
  return { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers } };
}

function recordingOptions({ audio, ...container }: Target): OptionsSchema {
  if (!audio) return {};
  const codec = audio.encodes.find((name): name is keyof typeof AUDIO_KBPS => name in AUDIO_KBPS);
  const rates = codec ? { ...mediaQualityOption(AUDIO_KBPS[codec], 'kbps'), ...MEDIA_SIZE_OPTION } : {};
  return { ...rates, ...soundOptions(audio.encodes, soundContainer(audio, container)) };
}

function soundContainer({ playable }: NonNullable<Target['audio']>, container: Omit<Target, 'audio'>): SoundContainer {
  return { ...container, mayCopy: playable !== undefined };
}

/** Smaller and with fewer frames than typical videos: animations are ten times as large. */
const ANIMATION_DEFAULTS = { width: 640, frameRate: 15 } as const;

export function animationOptions({ id }: AnimationTarget): OptionsSchema {
  const numbers = id === 'gif' ? GIF_COLOURS : WEBP_QUALITY;
  const quality: OptionsSchema =
    id === 'apng' ? {} : { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers } };
  return {
    ...quality,
    width: { kind: 'number', min: 2, max: 8192, step: 1, unit: 'px', default: ANIMATION_DEFAULTS.width },
    height: { kind: 'number', min: 2, max: 8192, step: 1, unit: 'px', default: null, advanced: true },
    frameRate: { kind: 'number', min: 1, max: 50, step: 1, unit: 'fps', default: ANIMATION_DEFAULTS.frameRate },
    ...TRIM_OPTIONS,
  };
}

/** Defaults to one frame per second. */
export function frameOptions({ id }: FrameTarget): OptionsSchema {
  const quality: OptionsSchema =
    id === 'png' ? {} : { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers: JPEG_SCALE } };
  return {
    ...quality,
    frameRate: { kind: 'number', min: 0.01, max: 60, step: 0.01, unit: 'fps', default: 1 },
    width: { kind: 'number', min: 2, max: 8192, step: 1, unit: 'px', default: null, advanced: true },
    height: { kind: 'number', min: 2, max: 8192, step: 1, unit: 'px', default: null, advanced: true },
    ...TRIM_OPTIONS,
  };
}

/** Options for audio that gets a generated video track. */
export function soundFilmOptions({ audio, video, ...container }: Target): OptionsSchema {
  return {
    ...(video ? pictureQuality(video.encodes[0]) : {}),
    ...(audio ? soundOptions(audio.encodes, container) : {}),
    ...TRIM_OPTIONS,
  };
}

/** Options for a video made from images: `frameRate` images per second, unless they are frames with their own durations. */
export const filmOfPicturesOptions = ({ video }: Target): OptionsSchema => ({
  ...(video ? pictureQuality(video.encodes[0]) : {}),
  frameRate: { kind: 'number', min: 0.05, max: 60, step: 0.05, unit: 'fps', default: 1 },
  width: { kind: 'number', min: 2, max: 1920, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 2, max: 1080, step: 1, unit: 'px', default: null, advanced: true },
  background: { kind: 'colour', default: '#000000', advanced: true },
  ...SPEED_OPTION,
});
