import type { OptionsSchema } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION } from '@bakkum/raster/pixel-options';

/** `flatten` is for programs that ignore alpha in BMP and show black or noise instead. */
export const ENCODE_OPTIONS: OptionsSchema = {
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
