import { type RatedVideo, videoBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { VideoCodecName } from '@bakkum/media-options/schema';
import type { Track } from './facts.ts';
import { QUANTISER, THEORA_QUALITY, X264_QUALITY } from './qualities.ts';
import type { Target } from './targets.ts';

const X264_PRESET = { fast: 'ultrafast', balanced: 'veryfast', best: 'medium' } as const;
/** libvpx effort, less is slower. */
const VPX_EFFORT = { fast: '8', balanced: '6', best: '2' } as const;

/** Codecs whose time base has 16 bits, or which want a steady rate. */
export const MOST_FRAMES = 120;

type Wishes = {
  /** Bits a second for the pictures, where the whole file has a size to keep. */
  readonly limit?: number | undefined;
  readonly keepsBriefest?: boolean;
};

export function pictureArguments(
  codec: VideoCodecName,
  track: Track,
  target: Target,
  request: MediaRequest,
  { limit, keepsBriefest = false }: Wishes = {},
): readonly string[] {
  const rate = frameRateFor(track, target, request);
  return [
    ...encoderArguments(codec, track, request, request.videoBitrate ?? limit),
    '-vf',
    [...(rate ? steadyRate(rate, keepsBriefest) : []), ...filters(codec, track, request, rate)].join(','),
  ];
}

/**
 * Filters that give pictures a steady rate. Not FFmpeg's -r, which lengthens what was trimmed.
 * @param keepsBriefest what is shown for less than half of a step would be left out, and with it a film of a single picture: the
 * last one is held for two steps more.
 */
export function steadyRate(rate: string, keepsBriefest: boolean): readonly string[] {
  const hold = `tpad=stop_mode=clone:stop_duration=${(2 / valueOf(rate)).toFixed(6)}`;
  return [...(keepsBriefest ? [hold] : []), `fps=${rate}`];
}

/** FFmpeg's encoders of the MPEG family, steered by a quantiser. */
const BY_QUANTISER: Partial<Record<VideoCodecName, string>> = {
  mpeg4: 'mpeg4',
  mpeg2: 'mpeg2video',
  mpeg1: 'mpeg1video',
  wmv2: 'wmv2',
  mjpeg: 'mjpeg',
  flv1: 'flv',
};
const PRORES_PROFILE = { high: '3', medium: '2', low: '1' } as const;

/** Without filters and rate. @param bits a second; without them the choice of quality decides. */
export function encoderArguments(codec: VideoCodecName, track: Track, request: MediaRequest, bits?: number): readonly string[] {
  const { quality } = request;
  const orQuality = (name: string, value: number): readonly string[] =>
    bits === undefined ? [name, String(value)] : ['-b:v', String(bits), '-maxrate', String(bits), '-bufsize', String(bits * 2)];
  const quantised = BY_QUANTISER[codec];
  if (quantised) return ['-c:v', quantised, ...orQuality('-q:v', QUANTISER[quality])];
  switch (codec) {
    case 'vp8':
    case 'vp9':
      return vpxArguments(codec, track, request, bits);
    case 'theora':
      return ['-c:v', 'libtheora', ...orQuality('-q:v', THEORA_QUALITY[quality])];
    case 'prores':
      return ['-c:v', 'prores', '-profile:v', PRORES_PROFILE[quality]];
    case 'dv':
      return ['-c:v', 'dvvideo'];
    default:
      return ['-c:v', 'libx264', '-preset', X264_PRESET[request.speed], ...orQuality('-crf', X264_QUALITY[quality])];
  }
}

function vpxArguments(codec: 'vp8' | 'vp9', track: Track, request: MediaRequest, bits?: number): readonly string[] {
  const asked = bits ?? defaultBitrate(codec, track, request);
  return [
    '-c:v',
    codec === 'vp8' ? 'libvpx' : 'libvpx-vp9',
    '-deadline',
    request.speed === 'best' ? 'good' : 'realtime',
    '-cpu-used',
    VPX_EFFORT[request.speed],
    '-b:v',
    String(asked),
  ];
}

function defaultBitrate(codec: RatedVideo, track: Track, request: MediaRequest): number {
  const width = request.width ?? (track.width || 640);
  const height = request.height ?? Math.round((width * (track.height || 360)) / (track.width || 640));
  return videoBitrate(codec, request.quality, width, height, request.frameRate ?? (track.frameRate || 30));
}

const PIXELS: Partial<Record<VideoCodecName, string>> = { prores: 'yuv422p10le', mjpeg: 'yuvj420p' };

function filters(codec: VideoCodecName, track: Track, request: MediaRequest, rate: string | undefined): readonly string[] {
  if (codec === 'dv') {
    const pal = rate === '25';
    return [
      pal ? 'scale=720:576' : 'scale=720:480',
      pal ? 'format=yuv420p' : 'format=yuv411p',
      `setdar=${isWide(track) ? '16/9' : '4/3'}`,
    ];
  }
  return [...scaleFilter(track, request), `format=${PIXELS[codec] ?? 'yuv420p'}`];
}

/** DV has two shapes; half way between them is 1.55. */
const isWide = ({ width, height }: Track): boolean => width >= height * 1.55;

/** Even sides, which halved colour planes need. */
export function scaleFilter({ width, height }: Pick<Track, 'width' | 'height'>, request: MediaRequest): readonly string[] {
  const { width: w, height: h } = request;
  if (w && h) return [`scale=${w}:${h}:force_original_aspect_ratio=decrease:force_divisible_by=2`];
  if (w) return [`scale=${even(w)}:-2`];
  if (h) return [`scale=-2:${even(h)}`];
  return width % 2 === 0 && height % 2 === 0 ? [] : ['scale=max(2\\,trunc(iw/2)*2):max(2\\,trunc(ih/2)*2)'];
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/** Where a rate has to be named: asked for, a list to choose from, or time stamps finer than any screen. */
function frameRateFor(track: Track, target: Target, request: MediaRequest): string | undefined {
  const source = track.frameRate || track.finestFrameRate || 25;
  if (target.frameRates) return nearestRate(request.frameRate ?? source, target.frameRates);
  if (request.frameRate) return String(request.frameRate);
  const strange = track.finestFrameRate > MOST_FRAMES || track.frameRate > MOST_FRAMES || track.frameRate === 0;
  return strange ? String(Math.min(Math.max(Math.round(source * 1000) / 1000, 1), 60)) : undefined;
}

function nearestRate(asked: number, rates: readonly string[]): string | undefined {
  const distance = (rate: string): number => Math.abs(valueOf(rate) - asked);
  return rates.reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

function valueOf(rate: string): number {
  const [over = 0, under = 1] = rate.split('/').map(Number);
  return over / under;
}
