export type TrackKind = 'video' | 'audio' | 'subtitle' | 'attachment' | 'data';

/** One stream of a file, as `ffprobe` reports it. Codec names are FFmpeg's. */
export type Track = {
  readonly index: number;
  readonly kind: TrackKind;
  readonly codec: string;
  /** Whether this is a cover image. */
  readonly cover: boolean;
  readonly width: number;
  readonly height: number;
  /** FFmpeg's name of the pixel format, such as `yuv420p`. */
  readonly pixels: string;
  /** Frames per second, on average and at most by the time stamps; 0 where unknown. */
  readonly frameRate: number;
  readonly finestFrameRate: number;
  /** Number of frames a decoder holds back because they are stored in another order than shown. */
  readonly reorderedFrames: number;
  /** Rotation for display, in degrees. */
  readonly rotation: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Bits per second; 0 where unknown. */
  readonly bitRate: number;
  /** Bits per sample of lossless audio, 0 for other audio. */
  readonly bits: number;
  readonly floating: boolean;
  /** Seconds; 0 where only the whole file has a duration. */
  readonly duration: number;
};

/** An empty track, for images generated here. */
export const NO_TRACK: Track = {
  index: -1,
  kind: 'video',
  codec: '',
  cover: false,
  width: 0,
  height: 0,
  pixels: '',
  frameRate: 0,
  finestFrameRate: 0,
  reorderedFrames: 0,
  rotation: 0,
  channels: 0,
  sampleRate: 0,
  bitRate: 0,
  bits: 0,
  floating: false,
  duration: 0,
};

export type Facts = {
  /** Names of the demuxer. */
  readonly container: string;
  /** Seconds; absent where unknown. */
  readonly duration?: number;
  /** Whether the duration was estimated from a bit rate, which may be wrong. */
  readonly guessedDuration: boolean;
  readonly chapters: number;
  readonly tracks: readonly Track[];
};

const LOSSLESS = /^(pcm_|flac|alac|wavpack|tta|truehd|mlp|ape|tak|wmalossless|dsd_|dst|shorten|als)/;
const DEFAULT_BITS = 16;

/** Parses the output of `ffprobe -print_format json`; `undefined` when it recognised no file. */
export function factsOf(json: string, log: readonly string[]): Facts | undefined {
  const root = recordOf(parsed(json));
  const format = recordOf(root.format);
  const streams = listOf(root.streams).map(trackOf);
  if (!('format_name' in format) || streams.length === 0) return undefined;
  const duration = numberOf(format.duration);
  return {
    container: textOf(format.format_name),
    ...(duration > 0 ? { duration } : {}),
    guessedDuration: log.some((line) => line.includes('Estimating duration')),
    chapters: listOf(root.chapters).length,
    tracks: streams,
  };
}

function trackOf(value: unknown): Track {
  const stream = recordOf(value);
  const codec = textOf(stream.codec_name);
  const samples = textOf(stream.sample_fmt);
  return {
    index: numberOf(stream.index),
    kind: kindOf(textOf(stream.codec_type)),
    codec,
    cover: numberOf(recordOf(stream.disposition).attached_pic) === 1,
    width: numberOf(stream.width),
    height: numberOf(stream.height),
    pixels: textOf(stream.pix_fmt),
    frameRate: ratioOf(stream.avg_frame_rate),
    finestFrameRate: ratioOf(stream.r_frame_rate),
    reorderedFrames: numberOf(stream.has_b_frames),
    rotation: rotationOf(stream.side_data_list),
    channels: numberOf(stream.channels),
    sampleRate: numberOf(stream.sample_rate),
    bitRate: numberOf(stream.bit_rate),
    bits: LOSSLESS.test(codec) ? bitsOf(stream, codec, samples) : 0,
    floating: codec.startsWith('pcm_f'),
    duration: numberOf(stream.duration),
  };
}

function bitsOf(stream: Readonly<Record<string, unknown>>, codec: string, samples: string): number {
  const raw = numberOf(stream.bits_per_raw_sample);
  const named = Number(/^pcm_[suf](\d+)/.exec(codec)?.[1] ?? 0);
  if (codec.startsWith('ds')) return 24;
  return raw || named || (/^(s32|flt|dbl)/.test(samples) ? 24 : DEFAULT_BITS);
}

function kindOf(type: string): TrackKind {
  return type === 'video' || type === 'audio' || type === 'subtitle' || type === 'attachment' ? type : 'data';
}

function rotationOf(sideData: unknown): number {
  const turns = listOf(sideData).map((entry) => numberOf(recordOf(entry).rotation));
  return turns.find((turn) => turn !== 0) ?? 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no output, or incomplete JSON
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function numberOf(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}

/** Parses a ratio such as `30000/1001`. */
function ratioOf(value: unknown): number {
  const [over = 0, under = 0] = textOf(value).split('/').map(Number);
  return under > 0 ? over / under : 0;
}
