import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** Pixels are identical at every level; `balanced` and `smallest` take longer for a smaller file. */
export const ENCODE_OPTIONS: OptionsSchema = {
  compression: { kind: 'choice', values: ['fast', 'balanced', 'smallest'], default: 'balanced', advanced: true },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export type Compression = 'fast' | 'balanced' | 'smallest';

export function compressionOf({ compression }: OptionValues): Compression {
  return compression === 'fast' || compression === 'smallest' ? compression : 'balanced';
}
