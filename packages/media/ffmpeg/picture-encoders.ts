import { type RatedVideo, videoBitrate } from '@bakkum/media-options/bitrate';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { VideoCodecName } from '@bakkum/media-options/schema';
import type { Track } from './facts.ts';
import { QUANTISER, THEORA_QUALITY, X264_QUALITY } from './qualities.ts';
import type { Target } from './targets.ts';

const X264_PRESET = { fast: 'ultrafast', balanced: 'veryfast', best: 'medium' } as const;
/** libvpx `cpu-used`; lower values are slower. */
const VPX_EFFORT = { fast: '8', balanced: '6', best: '2' } as const;

/** Maximum frame rate of codecs whose time base has 16 bits or that need a constant rate. */
export const MAX_FRAMES = 120;

type Wishes = {
  /** Bits per second for the video, where the whole file has a size limit. */
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
 * Returns the filters that give a constant frame rate. FFmpeg's -r would lengthen trimmed videos.
 * @param keepsBriefest keeps frames shown for less than half a step, which would otherwise be dropped, and with them a video of a
 * single frame: the last one is held for two more steps
 */
export function steadyRate(rate: string, keepsBriefest: boolean): readonly string[] {
  const hold = `tpad=stop_mode=clone:stop_duration=${(2 / valueOf(rate)).toFixed(6)}`;
  return [...(keepsBriefest ? [hold] : []), `fps=${rate}`];
}

/** FFmpeg's encoders of the MPEG family, controlled by a quantiser. */
const BY_QUANTISER: Partial<Record<VideoCodecName, string>> = {
  mpeg4: 'mpeg4',
  mpeg2: 'mpeg2video',
  mpeg1: 'mpeg1video',
  wmv2: 'wmv2',
  mjpeg: 'mjpeg',
  flv1: 'flv',
};
const PRORES_PROFILE = { high: '3', medium: '2', low: '1' } as const;

/** Returns encoder arguments without filters and rate. @param bits per second; without it the quality option decides */
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

/** DV has two aspect ratios; 1.55 is halfway between them. */
const isWide = ({ width, height }: Track): boolean => width >= height * 1.55;

/** Rounds to even sizes, which subsampled colour planes need. */
export function scaleFilter({ width, height }: Pick<Track, 'width' | 'height'>, request: MediaRequest): readonly string[] {
  const { width: w, height: h } = request;
  if (w && h) return [`scale=${w}:${h}:force_original_aspect_ratio=decrease:force_divisible_by=2`];
  if (w) return [`scale=${even(w)}:-2`];
  if (h) return [`scale=-2:${even(h)}`];
  return width % 2 === 0 && height % 2 === 0 ? [] : ['scale=max(2\\,trunc(iw/2)*2):max(2\\,trunc(ih/2)*2)'];
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/** Returns a rate where it has to be set: requested, restricted to a list, or with time stamps finer than any screen. */
function frameRateFor(track: Track, target: Target, request: MediaRequest): string | undefined {
  const source = track.frameRate || track.finestFrameRate || 25;
  if (target.frameRates) return nearestRate(request.frameRate ?? source, target.frameRates);
  if (request.frameRate) return String(request.frameRate);
  const strange = track.finestFrameRate > MAX_FRAMES || track.frameRate > MAX_FRAMES || track.frameRate === 0;
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
