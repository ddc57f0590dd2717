import type { MediaQuality } from './request.ts';

type Kbps = Readonly<Record<MediaQuality, number>>;

/**
 * Kilobits per second of stereo audio for each quality: `high` is transparent to most people in public listening tests, `medium`
 * close to it, `low` suits speech and small files. Older codecs need more for the same quality.
 */
export const AUDIO_KBPS = {
  aac: { high: 256, medium: 160, low: 96 },
  mp3: { high: 256, medium: 192, low: 128 },
  opus: { high: 160, medium: 112, low: 64 },
  vorbis: { high: 256, medium: 160, low: 96 },
  wma: { high: 256, medium: 160, low: 96 },
  mp2: { high: 320, medium: 256, low: 192 },
  ac3: { high: 448, medium: 320, low: 192 },
  eac3: { high: 384, medium: 256, low: 128 },
} as const satisfies Record<string, Kbps>;

export type CompressedSound = keyof typeof AUDIO_KBPS;

/** Bit rates that MPEG-1 layer 2 and 3 and AC-3 support; encoders refuse or round others. */
export const AUDIO_BITRATE_STEPS: Partial<Record<CompressedSound, readonly number[]>> = {
  mp3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mp2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  ac3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640],
};

/** Returns bits per second for a channel count: half of stereo for mono, 2.5 times for 5.1, as channels share content. */
export function audioBitrate(codec: CompressedSound, quality: MediaQuality, channels: number): number {
  const share = channels === 1 ? 0.5 : channels <= 2 ? 1 : Math.min(channels, 6) / 2.4;
  return nearestAudioBitrate(codec, AUDIO_KBPS[codec][quality] * share * 1000);
}

/** Returns the bit rate the codec supports nearest to the requested one, in bits per second. */
export function nearestAudioBitrate(codec: CompressedSound, asked: number): number {
  const steps = AUDIO_BITRATE_STEPS[codec];
  if (!steps) return Math.round(asked);
  const distance = (kbps: number) => Math.abs(kbps * 1000 - asked);
  return steps.reduce((best, next) => (distance(next) < distance(best) ? next : best)) * 1000;
}

/** Returns the highest supported bit rate within the limit, or the lowest one where all exceed it, in bits per second. */
export function audioBitrateWithin(codec: CompressedSound, limit: number): number {
  const steps = AUDIO_BITRATE_STEPS[codec];
  if (!steps) return Math.floor(limit);
  return (steps.findLast((kbps) => kbps * 1000 <= limit) ?? steps[0] ?? 0) * 1000;
}

/** Kilobits per second of 1920×1080 video at 30 frames per second, for real-time encoders (WebCodecs). */
export const VIDEO_KBPS_1080P = {
  h264: { high: 10_000, medium: 5000, low: 2500 },
  hevc: { high: 6500, medium: 3200, low: 1600 },
  vp8: { high: 10_000, medium: 5000, low: 2500 },
  vp9: { high: 6500, medium: 3200, low: 1600 },
  av1: { high: 5000, medium: 2500, low: 1300 },
} as const satisfies Record<string, Kbps>;

export type RatedVideo = keyof typeof VIDEO_KBPS_1080P;

/**
 * Returns bits per second for another size and frame rate. Neighbouring pixels and close frames resemble each other more, so the
 * rate grows more slowly than either: with the pixels to the power of 0.75, with the frame rate to the power of 0.5.
 */
export function videoBitrate(codec: RatedVideo, quality: MediaQuality, width: number, height: number, frameRate: number): number {
  const pixels = (width * height) / (1920 * 1080);
  const frames = Math.min(Math.max(frameRate, 5), 120) / 30;
  return Math.round(VIDEO_KBPS_1080P[codec][quality] * 1000 * pixels ** 0.75 * frames ** 0.5);
}

/**
 * Splits a size limit in bytes between video and audio. Two percent are reserved for the container.
 * @returns bits per second; `undefined` when even low-quality video would not fit
 */
export function bitratesFor(targetBytes: number, seconds: number, sound: number): { video: number; audio: number } | undefined {
  const total = (targetBytes * 8 * 0.98) / seconds;
  const audio = Math.min(sound, Math.max(total * 0.2, 32_000));
  const video = Math.floor(total - audio);
  return video >= 20_000 ? { video, audio: Math.floor(audio) } : undefined;
}
