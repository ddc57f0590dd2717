import { startsWith } from '@bakkum/bytes/bytes';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { audioBitrate, audioBitrateWithin, type CompressedSound, nearestAudioBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import { COPY_CODEC } from '@bakkum/media-options/schema';
import { audioBitrateRange } from '@bakkum/media-options/sound-limits';
import { type AudioCodec, type AudioSample, type ConversionAudioOptions, type InputAudioTrack, Quality } from 'mediabunny';
import { audioCodecNamed, type Container } from './containers.ts';
import { canDecodeSound, canEncodeSound, encoderDelay } from './encoders.ts';
import { mixedDown, mixesDown } from './mix-down.ts';

export type SoundPlan = { readonly options: ConversionAudioOptions; readonly warnings: readonly Warning[] };

/** Another codec needs more bits for the same quality, and so does a faster encoder of video. */
export const RATE_HEADROOM = 1.3;
const MIN_AUDIO_BITRATE = 32_000;

/** Limits in bit/s. */
export type SoundLimits = {
  /** Bit rate the target size leaves for audio. */
  readonly rate: number | undefined;
  /** Bit rate of the whole file if it contains nothing but this track; otherwise infinite. */
  readonly fileRate: number;
};

/** Sample rates tried, nearest higher first, if an encoder does not support the source's. */
const COMMON_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000];

const COMPRESSED: Partial<Record<AudioCodec, CompressedSound>> = {
  aac: 'aac',
  mp3: 'mp3',
  opus: 'opus',
  vorbis: 'vorbis',
  ac3: 'ac3',
  eac3: 'eac3',
};

/**
 * Decides whether to copy or encode the audio, and with which settings. A copy is only possible if no audio option was set.
 * @throws ConversionError `unsupported-feature` if this host cannot decode or encode it
 */
export async function planSound(
  track: InputAudioTrack,
  container: Container,
  request: MediaRequest,
  { rate, fileRate }: SoundLimits,
): Promise<SoundPlan> {
  const codec = await track.getCodec();
  if (!codec) throw new ConversionError('unsupported-feature', `unknown sound ${String(await track.getInternalCodecId())}`);
  const staysAsItIs = copiesCodec(codec, container, request) && !asksForChange(request) && rate === undefined;
  if (staysAsItIs) return { options: {}, warnings: [] };
  return encodeSound(track, container, request, { rate, fileRate });
}

function copiesCodec(codec: AudioCodec, { audio, playable }: Container, { audioCodec }: MediaRequest): boolean {
  if (audioCodec === COPY_CODEC) return audio.includes(codec);
  const asked = askedCodec(audioCodec);
  return asked ? asked === codec && audio.includes(codec) : (playable?.audio ?? audio).includes(codec);
}

/** @throws ConversionError `unsupported-feature` */
export async function encodeSound(
  track: InputAudioTrack,
  container: Container,
  request: MediaRequest,
  { rate, fileRate }: SoundLimits,
): Promise<SoundPlan> {
  const codec = await track.getCodec();
  if (!codec) throw new ConversionError('unsupported-feature', 'unknown sound');
  const asked = askedCodec(request.audioCodec);
  if (!(await canDecodeSound(track))) throw new ConversionError('unsupported-feature', `${codec} is not decoded here`);
  const target = await targetCodec(track, container, asked);
  const usefulRate = COMPRESSED[codec]
    ? (await sourceRate(track, fileRate)) * (target === codec ? 1 : RATE_HEADROOM)
    : Number.POSITIVE_INFINITY;
  const limit = Math.min(rate ?? Number.POSITIVE_INFINITY, Math.max(usefulRate, MIN_AUDIO_BITRATE));
  return encodeInto(target, track, container, request, limit);
}

/** Returns the bit rate of a track: MPEG-4 stores it per track. A file of variable rate may state that of its first frame. */
async function sourceRate(track: InputAudioTrack, fileRate: number): Promise<number> {
  const told = await track.getAverageBitrate();
  return told === null || told === 0 ? fileRate : Math.min(told, fileRate);
}

function askedCodec(name: string | undefined): AudioCodec | undefined {
  if (name === undefined || name === COPY_CODEC) return undefined;
  const codec = audioCodecNamed(name);
  if (!codec) throw new ConversionError('unsupported-feature', `no encoder of ${name}`);
  return codec;
}

function asksForChange(request: MediaRequest): boolean {
  return (
    request.quality !== 'high' ||
    request.audioBitrate !== undefined ||
    request.sampleRate !== undefined ||
    request.channels !== undefined
  );
}

async function targetCodec(track: InputAudioTrack, container: Container, asked: AudioCodec | undefined): Promise<AudioCodec> {
  const codec = asked ?? container.encodesAudio[0];
  if (!codec) throw new ConversionError('unsupported-feature', 'no sound codec for this container');
  return codec === 'pcm-s16' && (await bitDepthOf(track)) > 16 ? 'pcm-s24' : codec;
}

async function encodeInto(
  codec: AudioCodec,
  track: InputAudioTrack,
  container: Container,
  request: MediaRequest,
  limit: number,
): Promise<SoundPlan> {
  const sourceChannels = await track.getNumberOfChannels();
  const wanted = {
    channels: request.channels ?? sourceChannels,
    sampleRate: request.sampleRate ?? (await track.getSampleRate()),
  };
  const { settings, bitrate } = await encodableSettings(codec, wanted, request, limit);
  const deep = codec === 'flac' && (await bitDepthOf(track)) > 16;
  return {
    options: {
      forceTranscode: true,
      codec,
      sampleRate: settings.sampleRate,
      ...channelsFrom(sourceChannels, settings.numberOfChannels, earlierBy(encoderDelay(codec), container)),
      ...(bitrate === undefined ? {} : { quality: new Quality({ bitrate }) }),
      ...(codec === 'flac' ? { sampleFormat: deep ? 's32' : 's16' } : {}),
    },
    warnings: [
      ...missedBitrate(request, bitrate),
      ...(settings.numberOfChannels === 2 && sourceChannels > 2 && request.channels !== 2
        ? [{ code: 'channels-mixed' } as const]
        : []),
    ],
  };
}

/** Reports a bit rate other than the requested one, which this source's channels or sample rate forced. */
function missedBitrate({ audioBitrate: asked }: MediaRequest, bitrate: number | undefined): readonly Warning[] {
  if (asked === undefined || bitrate === undefined || asked === bitrate) return [];
  return [{ code: 'bitrate-limited', params: { kbps: Math.round(bitrate / 1000) } }];
}

/** Mixes channels down before the library encodes them, which it would do without scaling. */
function channelsFrom(from: number, to: number, earlier: number): ConversionAudioOptions {
  const shift = (sample: AudioSample): AudioSample => {
    sample.setTimestamp(sample.timestamp - earlier / sample.sampleRate);
    return sample;
  };
  if (mixesDown(from, to)) return { processedNumberOfChannels: to, process: (sample) => shift(mixedDown(sample, to)) };
  return { numberOfChannels: to, ...(earlier === 0 ? {} : { process: shift }) };
}

/** Returns the samples of an encoder's delay if an edit list can hide the part before the start. */
function earlierBy(samples: number, container: Container): number {
  return container.format({ bytes: 0 }).negativeTimestampSupport === 'full' ? samples : 0;
}

/** Returns the requested settings if the encoder supports them; otherwise stereo, then the next supported rate. */
async function encodableSettings(
  codec: AudioCodec,
  wanted: { channels: number; sampleRate: number },
  request: MediaRequest,
  limit: number,
) {
  const rates = [wanted.sampleRate, ...COMMON_RATES.filter((hertz) => hertz > wanted.sampleRate), ...COMMON_RATES.toReversed()];
  for (const numberOfChannels of new Set([wanted.channels, Math.min(wanted.channels, 2)])) {
    for (const sampleRate of new Set(rates)) {
      const settings = { numberOfChannels, sampleRate };
      const bitrate = bitrateOf(codec, settings, request, limit);
      if (await canEncodeSound(codec, bitrate === undefined ? settings : { ...settings, bitrate })) return { settings, bitrate };
    }
  }
  throw new ConversionError('unsupported-feature', `${codec} is not encoded here`);
}

type SoundFormat = { readonly numberOfChannels: number; readonly sampleRate: number };

function bitrateOf(
  codec: AudioCodec,
  { numberOfChannels, sampleRate }: SoundFormat,
  request: MediaRequest,
  limit: number,
): number | undefined {
  const rated = COMPRESSED[codec];
  if (!rated) return undefined;
  const { audioBitrate: asked } = request;
  if (asked !== undefined) {
    const [min, max] = audioBitrateRange(rated, sampleRate, numberOfChannels);
    const share = Math.max(numberOfChannels, 2) / 2;
    return Math.min(Math.max(nearestAudioBitrate(rated, asked), min * 1000), max * 1000 * share);
  }
  const usual = audioBitrate(rated, request.quality, numberOfChannels);
  return limit > usual ? usual : audioBitrateWithin(rated, limit);
}

/** Bits per sample for codecs that preserve them; 16 for lossy codecs, matching player output. */
export async function bitDepthOf(track: InputAudioTrack): Promise<number> {
  const codec = await track.getCodec();
  if (codec === 'flac') return flacDepth(await track.getDecoderConfig());
  const pcm = /^pcm-[suf](\d+)/.exec(codec ?? '');
  return pcm ? Number(pcm[1]) : 16;
}

/** RFC 9639, section 8.2: five bits, one less than the depth, after sizes, rate and channels. */
function flacDepth(config: AudioDecoderConfig | null): number {
  const description = config?.description;
  if (!description) return 16;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const start = startsWith(bytes, 'fLaC') ? 8 : 0;
  const [high = 0, low = 0] = bytes.subarray(start + 12, start + 14);
  return (((high & 1) << 4) | (low >> 4)) + 1;
}
