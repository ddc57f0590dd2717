import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS, qualityOption } from '@bakkum/raster/pixel-options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

/**
 * Numbers whose luma SSIM equals that of JPEG at 92, 80 and 60 on a 12-megapixel photo. libavif's scale, 0 to 100.
 */
const AVIF_QUALITY = { high: 83, medium: 74, low: 60 } as const;

/** `smallest` takes about five times as long for the same quality in fewer bytes. */
export const AVIF_OPTIONS: OptionsSchema = {
  ...qualityOption(AVIF_QUALITY),
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

/** 0 to 1. */
export function avifQualityOf({ quality }: OptionValues): number {
  return (quality === 'medium' || quality === 'low' ? AVIF_QUALITY[quality] : AVIF_QUALITY.high) / 100;
}

/** libaom's speed, 10 fastest. 8 and 7 make smaller files than 9 only at the price of quality; 6 is better in both. */
export function speedOf({ compression }: OptionValues): number {
  return compression === 'smallest' ? 6 : 9;
}
