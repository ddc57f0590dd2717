import type { OptionsSchema } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** `flatten` is for programs that ignore alpha in BMP and show black or noise instead. */
export const ENCODE_OPTIONS: OptionsSchema = {
  transparency: { kind: 'choice', values: ['keep', 'flatten'], default: 'keep', advanced: true },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
