import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION, qualityOption } from '@bakkum/raster/pixel-options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

/** Qualities whose luma SSIM matches JPEG at 92, 80 and 60 on a 12-megapixel photo, on libavif's scale of 0 to 100. */
const AVIF_QUALITY = { high: 83, medium: 74, low: 60 } as const;

/** `smallest` takes about five times as long to reach the same quality in fewer bytes. */
export const AVIF_OPTIONS: OptionsSchema = {
  ...qualityOption(AVIF_QUALITY),
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

/** Returns a quality of 0 to 1. */
export function avifQualityOf({ quality }: OptionValues): number {
  return (quality === 'medium' || quality === 'low' ? AVIF_QUALITY[quality] : AVIF_QUALITY.high) / 100;
}

/** libaom's speed, 10 being fastest. Speeds 7 and 8 save bytes over 9 only by losing quality; 6 improves both. */
export function speedOf({ compression }: OptionValues): number {
  return compression === 'smallest' ? 6 : 9;
}
