import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION, QUALITY_OPTION } from '../pixel-options.ts';
import { TARGET_SIZE_OPTION } from '../target-size.ts';

/** `quality` and `targetSize` do not apply to lossless images. */
export const JXL_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  lossless: { kind: 'boolean', default: false, advanced: true },
  ...TARGET_SIZE_OPTION,
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export function wantsLossless(options: OptionValues): boolean {
  return options.lossless === true;
}
