import type { Capability } from '@bakkum/conversion/capabilities';
import type { OptionField, OptionsSchema } from '@bakkum/conversion/options';

type QualityNumbers = Readonly<Record<'high' | 'medium' | 'low', number>>;

/** Creates the quality option with the values of the engine's own scale. */
export function mediaQualityOption(
  numbers: QualityNumbers,
  numbersIn: 'kbps' | 'kbps-mono' | 'kbps-1080p' | 'crf',
): OptionsSchema {
  return { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers, numbersIn } };
}

/** LUFS and dBTP, as EBU R 128 s2 recommends for streaming. */
export const TARGET_LOUDNESS = { integrated: -16, truePeak: -1 } as const;

/** Largest trim point: 100 hours. */
const MAX_SECONDS = 360_000;

/** Start and end of the result within the source, in seconds; when not set, those of the source. */
export const TRIM_OPTIONS: OptionsSchema = {
  trimStart: { kind: 'number', min: 0, max: MAX_SECONDS, step: 0.001, unit: 's', default: null, advanced: true },
  trimEnd: { kind: 'number', min: 0, max: MAX_SECONDS, step: 0.001, unit: 's', default: null, advanced: true },
};

/** Maximum size of the whole file, with 1 kB = 1000 bytes; bit rates are chosen to stay below it. */
export const MEDIA_SIZE_OPTION: OptionsSchema = {
  targetSize: { kind: 'number', min: 1, max: 4_000_000, step: 1, unit: 'kB', default: null, advanced: true },
};

/** Largest width or height that H.264 level 6.2 and most players support. */
const MAX_SIDE = 8192;

/** Video options. With one side given, the other follows the aspect ratio; with both, the video fits inside. */
export const PICTURE_OPTIONS: OptionsSchema = {
  width: { kind: 'number', min: 2, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 2, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  frameRate: { kind: 'number', min: 1, max: 120, step: 0.001, unit: 'fps', default: null, advanced: true },
  videoBitrate: { kind: 'number', min: 50, max: 200_000, step: 1, unit: 'kbps', default: null, advanced: true },
};

/** Removes the audio. */
export const MUTE_OPTION: OptionsSchema = { mute: { kind: 'boolean', default: false, advanced: true } };

/** Encoding effort: `fast` uses the hardware encoder, `best` the most thorough encoder available. */
export const SPEED_OPTION: OptionsSchema = {
  speed: { kind: 'choice', values: ['fast', 'balanced', 'best'], default: 'balanced', advanced: true },
};

/** Value that copies the source's codec wherever the target can hold it, even if few players support it there. */
export const COPY_CODEC = 'copy';

/** `auto` keeps the source's codec where the target's common players support it, and otherwise uses the target's usual one. */
export function videoCodecOption(codecs: readonly VideoCodecName[], { mayCopy = false } = {}): OptionsSchema {
  const needs = Object.fromEntries(codecs.flatMap((codec) => (ENCODED_BY_FEW[codec] ? [[codec, ENCODED_BY_FEW[codec]]] : [])));
  return { videoCodec: { ...codecChoice(codecs, mayCopy), ...(Object.keys(needs).length > 0 ? { needs } : {}) } };
}

/** Codecs that only hardware encoders can encode. */
const ENCODED_BY_FEW: Readonly<Partial<Record<VideoCodecName, Capability>>> = { av1: 'encode-av1', hevc: 'encode-hevc' };

/** Like `videoCodecOption`, for audio. */
export function audioCodecOption(codecs: readonly AudioCodecName[], { mayCopy = false } = {}): OptionsSchema {
  return { audioCodec: codecChoice(codecs, mayCopy) };
}

function codecChoice(codecs: readonly string[], mayCopy: boolean): OptionField & { advanced: true } {
  const values = ['auto', ...(mayCopy ? [COPY_CODEC] : []), ...codecs];
  return { kind: 'choice', values, default: 'auto', advanced: true };
}

export type VideoCodecName =
  | 'h264'
  | 'hevc'
  | 'vp8'
  | 'vp9'
  | 'av1'
  | 'mpeg4'
  | 'mpeg2'
  | 'mpeg1'
  | 'theora'
  | 'wmv2'
  | 'flv1'
  | 'mjpeg'
  | 'prores'
  | 'dv';
export type AudioCodecName =
  | 'aac'
  | 'mp3'
  | 'opus'
  | 'vorbis'
  | 'flac'
  | 'alac'
  | 'ac3'
  | 'eac3'
  | 'mp2'
  | 'pcm'
  | 'wma'
  | 'tta'
  | 'wavpack';
