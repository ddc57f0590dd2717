import type { OptionValues } from '@bakkum/conversion/options';

export type MediaQuality = 'high' | 'medium' | 'low';

/** Media options as typed values; those missing in an engine's schema or not set are absent. */
export type MediaRequest = {
  readonly quality: MediaQuality;
  readonly speed: 'fast' | 'balanced' | 'best';
  readonly mute: boolean;
  readonly normalise: boolean;
  /** Bits per second. */
  readonly videoBitrate?: number;
  /** Bits per second. */
  readonly audioBitrate?: number;
  /** Samples per second. */
  readonly sampleRate?: number;
  readonly channels?: 1 | 2;
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: number;
  /** Seconds. */
  readonly trimStart?: number;
  /** Seconds. */
  readonly trimEnd?: number;
  /** Absent for `auto`. */
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** Bytes. */
  readonly targetSize?: number;
};

export function mediaRequestOf(options: OptionValues): MediaRequest {
  const { quality, speed } = options;
  return {
    quality: quality === 'medium' || quality === 'low' ? quality : 'high',
    speed: speed === 'fast' || speed === 'best' ? speed : 'balanced',
    mute: options.mute === true,
    normalise: options.normalise === true,
    ...numberOf('videoBitrate', options.videoBitrate, 1000),
    ...numberOf('audioBitrate', options.audioBitrate, 1000),
    ...numberOf('sampleRate', rateOf(options.sampleRate)),
    ...channelsOf(options.channels),
    ...numberOf('width', options.width),
    ...numberOf('height', options.height),
    ...numberOf('frameRate', options.frameRate),
    ...numberOf('trimStart', options.trimStart),
    ...numberOf('trimEnd', options.trimEnd),
    ...codecOf('videoCodec', options.videoCodec),
    ...codecOf('audioCodec', options.audioCodec),
    ...numberOf('targetSize', options.targetSize, 1000),
  };
}

function numberOf<Name extends string>(name: Name, value: unknown, unit?: number): Partial<Record<Name, number>>;
function numberOf(name: string, value: unknown, unit = 1): Readonly<Record<string, number>> {
  return typeof value === 'number' ? { [name]: value * unit } : {};
}

function rateOf(value: unknown): number | undefined {
  return typeof value === 'string' && value !== 'keep' ? Number(value) : undefined;
}

function channelsOf(value: unknown): { channels?: 1 | 2 } {
  if (value === 'mono') return { channels: 1 };
  return value === 'stereo' ? { channels: 2 } : {};
}

function codecOf<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>>;
function codecOf(name: string, value: unknown): Readonly<Record<string, string>> {
  return typeof value === 'string' && value !== 'auto' ? { [name]: value } : {};
}
