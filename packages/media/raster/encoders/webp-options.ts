import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAME_SECONDS_OPTION } from '../combine.ts';
import { ALPHA_PIXEL_OPTIONS, QUALITY_OPTION } from '../pixel-options.ts';
import { TARGET_SIZE_OPTION } from '../target-size.ts';

/** `quality` and `targetSize` do not apply to lossless images. */
export const WEBP_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  ...FRAME_SECONDS_OPTION,
  lossless: { kind: 'boolean', default: false, advanced: true },
  ...TARGET_SIZE_OPTION,
  ...ALPHA_PIXEL_OPTIONS,
};

export function wantsLossless(options: OptionValues): boolean {
  return options.lossless === true;
}
