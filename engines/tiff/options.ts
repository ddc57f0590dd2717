import type { OptionsSchema } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

/** Pixels are the same with every compression. Deflate is the smallest; programs of the nineties read only LZW, or none. */
export const ENCODE_OPTIONS: OptionsSchema = {
  compression: { kind: 'choice', values: ['deflate', 'lzw', 'none'], default: 'deflate', advanced: true },
  bitDepth: { kind: 'choice', values: ['keep', '8'], default: 'keep', advanced: true },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
