import { audioBitrate, audioBitrateWithin, type CompressedSound, nearestAudioBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import { type AudioCodecName, TARGET_LOUDNESS } from '@bakkum/media-options/schema';
import { audioBitrateRange, sampleRatesOf } from '@bakkum/media-options/sound-limits';
import type { Track } from './facts.ts';
import type { Target } from './targets.ts';

const ENCODERS: Readonly<Record<AudioCodecName, string>> = {
  aac: 'aac',
  mp3: 'libmp3lame',
  opus: 'libopus',
  vorbis: 'libvorbis',
  flac: 'flac',
  alac: 'alac',
  ac3: 'ac3',
  eac3: 'eac3',
  mp2: 'mp2',
  pcm: 'pcm_s16le',
  wma: 'wmav2',
  tta: 'tta',
  wavpack: 'wavpack',
};

/** libvorbis quality, -1 to 10: unlike a bit rate, it suits every sample rate and channel count. About 224, 160 and 96 kbit/s. */
const VORBIS_QUALITY = { high: 7, medium: 5, low: 2 } as const;
/** Opus supports only a few rates; FFmpeg resamples to the nearest. */
const OPUS_RATE = 48_000;
/** Sample rate for DSD sources, which decode to 352.8 kHz and more, most of it shaped noise above hearing. */
const FROM_DSD_RATE = 88_200;

/** Channels and samples per second of a result. */
export type AudioFormat = { readonly channels: number; readonly sampleRate: number };

const MPEG_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
type EncoderLimits = { readonly channels?: number; readonly sampleRates?: readonly number[] };

/** Limits of the encoders, for every container. */
const LIMITS: Partial<Record<AudioCodecName, EncoderLimits>> = {
  mp3: { channels: 2, sampleRates: MPEG_RATES },
  mp2: { channels: 2, sampleRates: sampleRatesOf('mp2') },
  aac: { sampleRates: [...MPEG_RATES, 64_000, 88_200, 96_000] },
  ac3: { channels: 6, sampleRates: sampleRatesOf('ac3') },
  eac3: { channels: 6, sampleRates: sampleRatesOf('eac3') },
  wma: { channels: 2, sampleRates: MPEG_RATES },
};

const RATED_VORBIS: EncoderLimits = { sampleRates: sampleRatesOf('vorbis') };

/** libvorbis supports a bit rate only up to 48 kHz; its quality scale has no such limit. */
function needsRatedSampleRate(codec: AudioCodecName, request: MediaRequest): boolean {
  return codec === 'vorbis' && (request.audioBitrate !== undefined || request.targetSize !== undefined);
}

export function soundShape(codec: AudioCodecName, track: Track, target: Target, request: MediaRequest): AudioFormat {
  const limits = needsRatedSampleRate(codec, request) ? RATED_VORBIS : LIMITS[codec];
  const asked = request.channels ?? (track.channels || 2);
  const most = Math.min(target.maxChannels ?? 8, limits?.channels ?? 8);
  const channels = asked <= most ? asked : asked > 6 && most >= 6 ? 6 : Math.min(most, 2);
  const source = track.codec.startsWith('ds') ? FROM_DSD_RATE : track.sampleRate || 44_100;
  return {
    channels,
    sampleRate: rateFor(
      rateFor(request.sampleRate ?? Math.max(source, leastRate(codec, target)), limits?.sampleRates),
      target.sampleRates,
    ),
  };
}

/** Containers that cannot store the number of samples an encoder adds before the first, or whose players often ignore it. */
const HIDE_DELAY: ReadonlySet<string> = new Set([
  'mp3',
  'avi',
  'swf',
  'flv',
  'mpegts',
  'wtv',
  'vob',
  'adts',
  'mp2',
  'ac3',
  'eac3',
]);
/** Lowest sample rate at which that delay goes unnoticed; at telephone rates it lasts a quarter of a second. */
const QUICK_RATE = 32_000;

function leastRate(codec: AudioCodecName, { muxer }: Target): number {
  return HIDE_DELAY.has(muxer) && isCompressed(codec) ? QUICK_RATE : 0;
}

/** Returns the lowest rate that loses nothing, or else the highest available. */
function rateFor(asked: number, rates: readonly number[] | undefined): number {
  if (!rates || rates.includes(asked)) return asked;
  return rates.find((rate) => rate >= asked) ?? rates.at(-1) ?? asked;
}

/**
 * Returns the arguments for the audio tracks, which are all encoded alike.
 * @param more `limit`: maximum bits per second of the audio, where the whole file has a size limit; `delay`: seconds of silence
 * before it
 */
export function soundArguments(
  codec: AudioCodecName,
  track: Track,
  target: Target,
  request: MediaRequest,
  more: { readonly limit?: number | undefined; readonly delay?: number } = {},
): readonly string[] {
  const shape = soundShape(codec, track, target, request);
  const encoder = codec === 'pcm' ? pcmFor(target.id, track) : ENCODERS[codec];
  // Setting one or two channels also sets their layout, which some decoders leave open.
  const keepsPlaces = shape.channels === track.channels && shape.channels > 2 && codec !== 'opus';
  const channels = keepsPlaces ? [] : ['-ac', String(shape.channels)];
  return [
    '-c:a',
    encoder,
    ...channels,
    '-ar',
    String(codec === 'opus' ? OPUS_RATE : shape.sampleRate),
    ...rateArguments(codec, shape, request, { limit: more.limit, useful: usefulRate(codec, track, request) }),
    ...sampleArguments(codec, track),
    ...filterArguments(codec, shape, request, more.delay ?? 0),
    '-strict',
    '-2',
  ];
}

/** Number of samples LAME adds before the first; AVI cannot store it. */
const LAME_DELAY = 1105;

function filterArguments(
  codec: AudioCodecName,
  { sampleRate }: AudioFormat,
  request: MediaRequest,
  delay: number,
): readonly string[] {
  const own = codec === 'mp3' ? LAME_DELAY / sampleRate : 0;
  const wait = Math.round((delay - own) * 1000);
  const filters = [
    ...(request.normalise ? [`loudnorm=I=${TARGET_LOUDNESS.integrated}:TP=${TARGET_LOUDNESS.truePeak}:LRA=11`] : []),
    ...(delay > 0 && wait > 0 ? [`adelay=${wait}:all=1`] : []),
  ];
  return filters.length > 0 ? ['-af', filters.join(',')] : [];
}

/** Headroom for encoding audio again with the same codec at high quality. */
const AGAIN = 1.3;

/** Returns the bits per second above which encoding with the same codec again only makes a file larger. */
function usefulRate(codec: AudioCodecName, track: Track, { quality }: MediaRequest): number {
  if (track.codec !== codec || track.bitRate === 0) return Number.POSITIVE_INFINITY;
  return quality === 'high' ? track.bitRate * AGAIN : track.bitRate;
}

/** Bits per second: what the size of the file leaves, and what the source has. */
type RateLimits = { readonly limit: number | undefined; readonly useful: number };

function rateArguments(
  codec: AudioCodecName,
  shape: AudioFormat,
  request: MediaRequest,
  { limit, useful }: RateLimits,
): readonly string[] {
  if (!isCompressed(codec)) return [];
  const asked = request.audioBitrate ?? limit;
  const usual = audioBitrate(codec, request.quality, shape.channels);
  if (codec === 'vorbis' && asked === undefined && usual <= useful) return ['-q:a', String(VORBIS_QUALITY[request.quality])];
  const within = usual <= useful ? usual : audioBitrateWithin(codec, useful);
  const rate = asked === undefined ? within : nearestAudioBitrate(codec, asked);
  return ['-b:a', String(encodableRate(codec, shape, rate))];
}

/** More than two channels may use the rate they need: the known limits are those of stereo. */
function encodableRate(codec: CompressedSound, { channels, sampleRate }: AudioFormat, rate: number): number {
  const [min, max] = audioBitrateRange(codec, sampleRate, channels);
  const share = channels > 2 && codec !== 'vorbis' ? channels / 2 : 1;
  return Math.min(Math.max(rate, min * 1000), max * 1000 * share);
}

/** Returns the requested bit rate in kilobits per second where it differs from what this source can be encoded with. */
export function missedBitrate(codec: AudioCodecName, track: Track, target: Target, request: MediaRequest): number | undefined {
  if (!isCompressed(codec) || request.audioBitrate === undefined) return undefined;
  const rate = encodableRate(codec, soundShape(codec, track, target, request), nearestAudioBitrate(codec, request.audioBitrate));
  return rate === request.audioBitrate ? undefined : Math.round(rate / 1000);
}

function isCompressed(codec: AudioCodecName): codec is CompressedSound {
  return !['pcm', 'flac', 'alac', 'tta', 'wavpack'].includes(codec);
}

/** Lossless encoders keep 24 bits only when they receive them. */
function sampleArguments(codec: AudioCodecName, track: Track): readonly string[] {
  const deep = track.bits > 16;
  if (codec === 'flac') return ['-sample_fmt', deep ? 's32' : 's16'];
  if (codec === 'alac') return ['-sample_fmt', deep ? 's32p' : 's16p'];
  if (codec === 'tta') return ['-sample_fmt', deep ? 's32' : 's16'];
  if (codec === 'wavpack') return ['-sample_fmt', deep ? 's32p' : 's16p'];
  return [];
}

const BIG_ENDIAN: ReadonlySet<string> = new Set(['aiff', 'au']);
const TAKES_FLOAT: ReadonlySet<string> = new Set(['wav', 'rf64', 'w64', 'caf', 'mkv', 'mka', 'mov']);
const SIXTEEN_BITS: ReadonlySet<string> = new Set(['voc', 'dv', 'avi']);

/** Chooses the sample format of a container, no finer than the source's. */
function pcmFor(target: string, { bits, floating }: Track): string {
  if (SIXTEEN_BITS.has(target)) return 'pcm_s16le';
  // FFmpeg writes AIFF-C for sample formats that plain AIFF cannot name.
  if (target === 'aifc') return bits > 16 ? 'pcm_f32be' : 'pcm_s16le';
  if (floating && target === 'au') return 'pcm_f32be';
  if (floating && TAKES_FLOAT.has(target)) return 'pcm_f32le';
  const depth = bits > 24 && target !== 'mxf' ? 32 : bits > 16 ? 24 : 16;
  return `pcm_s${depth}${BIG_ENDIAN.has(target) ? 'be' : 'le'}`;
}
