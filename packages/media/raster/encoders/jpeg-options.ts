import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS, QUALITY_OPTION } from '../pixel-options.ts';
import { TARGET_SIZE_OPTION } from '../target-size.ts';

/** `smallest` spends seconds on a large image to save about 5 % of the file at the same quality. */
export const JPEG_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export function wantsSmallest(options: OptionValues): boolean {
  return options.compression === 'smallest';
}
