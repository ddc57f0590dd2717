import type { MediaQuality } from '@bakkum/media-options/request';

type ByQuality = Readonly<Record<MediaQuality, number>>;

/** libx264 constant rate factor: 18 is hard to distinguish from the source, 23 is the default of libx264. */
export const X264_QUALITY: ByQuality = { high: 20, medium: 24, low: 29 };
/** Quantiser scale of the MPEG family, 2 to 31; lower is better. */
export const QUANTISER: ByQuality = { high: 4, medium: 7, low: 12 };
/** libtheora quality, 0 to 10; higher is better. */
export const THEORA_QUALITY: ByQuality = { high: 8, medium: 6, low: 4 };
/** Number of colours in a GIF palette; one of the 256 is transparent. */
export const GIF_COLOURS: ByQuality = { high: 256, medium: 128, low: 64 };
/** libwebp quality, 0 to 100. */
export const WEBP_QUALITY: ByQuality = { high: 85, medium: 70, low: 50 };
/** FFmpeg's scale for JPEG, from 2 (best) to 31. */
export const JPEG_SCALE: ByQuality = { high: 2, medium: 5, low: 10 };
