import type { MediaQuality } from './request.ts';

type Kbps = Readonly<Record<MediaQuality, number>>;

/**
 * Kilobits a second of stereo sound for each choice of quality: `high` is transparent to most ears in public listening
 * tests, `medium` close to it, `low` for speech and small files. Older codecs need more for the same.
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

/** Rates MPEG-1 layer 2 and 3 and AC-3 know; encoders refuse or change others. */
const STEPS: Partial<Record<CompressedSound, readonly number[]>> = {
  mp3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mp2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  ac3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640],
};

/** Bits a second for sound of so many channels: half for one, 2.5 times for 5.1, as channels share what they have in common. */
export function audioBitrate(codec: CompressedSound, quality: MediaQuality, channels: number): number {
  const share = channels === 1 ? 0.5 : channels <= 2 ? 1 : Math.min(channels, 6) / 2.4;
  return nearestAudioBitrate(codec, AUDIO_KBPS[codec][quality] * share * 1000);
}

/** The rate the codec really has, nearest to the one asked for. Bits a second. */
export function nearestAudioBitrate(codec: CompressedSound, asked: number): number {
  const steps = STEPS[codec];
  if (!steps) return Math.round(asked);
  const distance = (kbps: number) => Math.abs(kbps * 1000 - asked);
  return steps.reduce((best, next) => (distance(next) < distance(best) ? next : best)) * 1000;
}

/** The highest rate the codec really has that is no higher than the limit; its lowest where all are. Bits a second. */
export function audioBitrateWithin(codec: CompressedSound, limit: number): number {
  const steps = STEPS[codec];
  if (!steps) return Math.floor(limit);
  return (steps.findLast((kbps) => kbps * 1000 <= limit) ?? steps[0] ?? 0) * 1000;
}

/** Kilobits a second of pictures of 1920×1080 at 30 a second, for encoders in real-time mode (WebCodecs). */
export const VIDEO_KBPS_1080P = {
  h264: { high: 10_000, medium: 5000, low: 2500 },
  hevc: { high: 6500, medium: 3200, low: 1600 },
  vp8: { high: 10_000, medium: 5000, low: 2500 },
  vp9: { high: 6500, medium: 3200, low: 1600 },
  av1: { high: 5000, medium: 2500, low: 1300 },
} as const satisfies Record<string, Kbps>;

export type RatedVideo = keyof typeof VIDEO_KBPS_1080P;

/**
 * Bits a second for pictures of another size and rate. Neighbouring pixels, and frames that follow each other faster,
 * resemble each other more, so bits grow slower than pixels: with the power 0.75, with frames 0.5.
 */
export function videoBitrate(codec: RatedVideo, quality: MediaQuality, width: number, height: number, frameRate: number): number {
  const pixels = (width * height) / (1920 * 1080);
  const frames = Math.min(Math.max(frameRate, 5), 120) / 30;
  return Math.round(VIDEO_KBPS_1080P[codec][quality] * 1000 * pixels ** 0.75 * frames ** 0.5);
}

/**
 * Splits the bytes a file may have between pictures and sound. Two percent stay for the container.
 * @returns bits a second; `undefined` when even poor pictures would not fit.
 */
export function bitratesFor(targetBytes: number, seconds: number, sound: number): { video: number; audio: number } | undefined {
  const total = (targetBytes * 8 * 0.98) / seconds;
  const audio = Math.min(sound, Math.max(total * 0.2, 32_000));
  const video = Math.floor(total - audio);
  return video >= 20_000 ? { video, audio: Math.floor(audio) } : undefined;
}
