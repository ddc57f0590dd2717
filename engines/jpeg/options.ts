import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS, QUALITY_OPTION } from '@bakkum/raster/pixel-options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

/** `smallest` spends seconds on a large image to save about 5 % of the file at the same quality. */
export const ENCODE_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export function wantsSmallest(options: OptionValues): boolean {
  return options.compression === 'smallest';
}
