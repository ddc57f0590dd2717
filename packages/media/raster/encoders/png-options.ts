import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION } from '../pixel-options.ts';

/**
 * Pixels are identical at every level of compression; `balanced` and `smallest` take longer for a smaller file. `colors` limits the
 * number of different colors, which makes a file much smaller.
 */
export const PNG_OPTIONS: OptionsSchema = {
  colors: { kind: 'choice', values: ['all', '256', '128', '64', '32', '16'], default: 'all', advanced: true },
  compression: { kind: 'choice', values: ['fast', 'balanced', 'smallest'], default: 'balanced', advanced: true },
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export type Compression = 'fast' | 'balanced' | 'smallest';

export function compressionOf({ compression }: OptionValues): Compression {
  return compression === 'fast' || compression === 'smallest' ? compression : 'balanced';
}

/** Returns the limit on the number of colors, if there is one. */
export function colorLimitOf({ colors }: OptionValues): number | undefined {
  return typeof colors === 'string' && colors !== 'all' ? Number(colors) : undefined;
}
