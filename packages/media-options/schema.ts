import type { Capability } from '@bakkum/conversion/capabilities';
import type { OptionField, OptionsSchema } from '@bakkum/conversion/options';

type QualityNumbers = Readonly<Record<'high' | 'medium' | 'low', number>>;

/** The three choices of quality with the numbers of whatever the engine steers by. */
export function mediaQualityOption(
  numbers: QualityNumbers,
  numbersIn: 'kbps' | 'kbps-mono' | 'kbps-1080p' | 'crf',
): OptionsSchema {
  return { quality: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high', numbers, numbersIn } };
}

/** A constant rate for sound in kilobits a second; not set means the choice of quality decides. */
export const AUDIO_BITRATE_OPTION: OptionsSchema = {
  audioBitrate: { kind: 'number', min: 8, max: 640, step: 1, unit: 'kbps', default: null, advanced: true },
};

/** Samples a second, as choices: encoders take only some rates. */
export const SAMPLE_RATES = [
  '8000',
  '11025',
  '12000',
  '16000',
  '22050',
  '24000',
  '32000',
  '44100',
  '48000',
  '88200',
  '96000',
] as const;

export const CHANNELS = ['keep', 'mono', 'stereo'] as const;

/** Any sound: compressed or not. `normalise` brings the programme loudness (ITU-R BS.1770) to `TARGET_LOUDNESS`. */
export const SOUND_OPTIONS: OptionsSchema = {
  sampleRate: { kind: 'choice', values: ['keep', ...SAMPLE_RATES], default: 'keep', advanced: true },
  channels: { kind: 'choice', values: [...CHANNELS], default: 'keep', advanced: true },
  normalise: { kind: 'boolean', default: false, advanced: true },
};

/** LUFS and dBTP, as EBU R 128 s2 recommends for files that are streamed. */
export const TARGET_LOUDNESS = { integrated: -16, truePeak: -1 } as const;

/** Longest media a trim point can name: 100 hours. */
const MAX_SECONDS = 360_000;

/** Where the result starts and ends in the source, seconds; not set means the source's own start and end. */
export const TRIM_OPTIONS: OptionsSchema = {
  trimStart: { kind: 'number', min: 0, max: MAX_SECONDS, step: 0.001, unit: 's', default: null, advanced: true },
  trimEnd: { kind: 'number', min: 0, max: MAX_SECONDS, step: 0.001, unit: 's', default: null, advanced: true },
};

/** The largest size of the whole file, 1 kB = 1000 bytes; rates are chosen to stay below it. */
export const MEDIA_SIZE_OPTION: OptionsSchema = {
  targetSize: { kind: 'number', min: 1, max: 4_000_000, step: 1, unit: 'kB', default: null, advanced: true },
};

/** The largest side H.264 level 6.2 and most players take. */
const MAX_SIDE = 8192;

/** Moving pictures. With one side given the other follows the proportions; with both, the picture fits inside. */
export const PICTURE_OPTIONS: OptionsSchema = {
  width: { kind: 'number', min: 2, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 2, max: MAX_SIDE, step: 1, unit: 'px', default: null, advanced: true },
  frameRate: { kind: 'number', min: 1, max: 120, step: 0.001, unit: 'fps', default: null, advanced: true },
  videoBitrate: { kind: 'number', min: 50, max: 200_000, step: 1, unit: 'kbps', default: null, advanced: true },
};

/** Leaves the sound out. */
export const MUTE_OPTION: OptionsSchema = { mute: { kind: 'boolean', default: false, advanced: true } };

/** How much work goes into the pictures: `fast` the machine's own encoder, `best` the most careful encoder there is. */
export const SPEED_OPTION: OptionsSchema = {
  speed: { kind: 'choice', values: ['fast', 'balanced', 'best'], default: 'balanced', advanced: true },
};

/** `auto` keeps the source's codec where the target carries it well, and otherwise takes the target's usual one. */
export function videoCodecOption(codecs: readonly VideoCodecName[]): OptionsSchema {
  const needs = Object.fromEntries(codecs.flatMap((codec) => (ENCODED_BY_FEW[codec] ? [[codec, ENCODED_BY_FEW[codec]]] : [])));
  return { videoCodec: { ...codecChoice(codecs), ...(Object.keys(needs).length > 0 ? { needs } : {}) } };
}

/** Only the machine's own encoders make these. */
const ENCODED_BY_FEW: Readonly<Partial<Record<VideoCodecName, Capability>>> = { av1: 'encode-av1', hevc: 'encode-hevc' };

/** As `videoCodecOption`, for sound. */
export function audioCodecOption(codecs: readonly AudioCodecName[]): OptionsSchema {
  return { audioCodec: codecChoice(codecs) };
}

function codecChoice(codecs: readonly string[]): OptionField & { advanced: true } {
  return { kind: 'choice', values: ['auto', ...codecs], default: 'auto', advanced: true };
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
