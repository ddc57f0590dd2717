import type { OptionsSchema } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION } from '@bakkum/raster/pixel-options';

/**
 * Pixels are identical with every compression. LZW is the default: every program reads it, and in browsers it takes half the time
 * of Deflate, whose files are about 14 % smaller.
 */
export const ENCODE_OPTIONS: OptionsSchema = {
  compression: { kind: 'choice', values: ['lzw', 'deflate', 'none'], default: 'lzw', advanced: true },
  bitDepth: { kind: 'choice', values: ['keep', '8'], default: 'keep', advanced: true },
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
