import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** Pixels are the same at every level; `balanced` and `smallest` spend time on a smaller file. */
export const ENCODE_OPTIONS: OptionsSchema = {
  compression: { kind: 'choice', values: ['fast', 'balanced', 'smallest'], default: 'fast', advanced: true },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

/** OxiPNG's preset (0 to 6) for the compression asked for; `undefined` leaves the file as first encoded. */
export function optimiserLevel(options: OptionValues): number | undefined {
  if (options.compression === 'balanced') return 2;
  return options.compression === 'smallest' ? 4 : undefined;
}
