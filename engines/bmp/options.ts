import type { OptionsSchema } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** `flatten` is for programs that know no alpha in a BMP and show it as black or as noise. */
export const ENCODE_OPTIONS: OptionsSchema = {
  transparency: { kind: 'choice', values: ['keep', 'flatten'], default: 'keep', advanced: true },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
