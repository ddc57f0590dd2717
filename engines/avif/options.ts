import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS, QUALITY_OPTION } from '@bakkum/raster/pixel-options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

/** `smallest` takes about five times as long for the same quality in fewer bytes. */
export const AVIF_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

/**
 * Numbers whose luma SSIM equals that of JPEG at 0.92, 0.8 and 0.6 on a 12-megapixel photo. 0 to 1, times 100 is libavif's scale.
 */
const AVIF_QUALITY = { high: 0.83, medium: 0.74, low: 0.6 } as const;

export function avifQualityOf({ quality }: OptionValues): number {
  return quality === 'medium' || quality === 'low' ? AVIF_QUALITY[quality] : AVIF_QUALITY.high;
}

/** libaom's speed, 10 fastest. 8 and 7 make smaller files than 9 only at the price of quality; 6 is better in both. */
export function speedOf({ compression }: OptionValues): number {
  return compression === 'smallest' ? 6 : 9;
}
