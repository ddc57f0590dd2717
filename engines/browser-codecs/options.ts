import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION, PIXEL_OPTIONS, QUALITY_OPTION } from '@bakkum/raster/pixel-options';
import { TARGET_SIZE_OPTION } from '@bakkum/raster/target-size';

// Options the browser's encoders do not support are still offered and passed to an engine that supports them; see
// `needsSlowerEncoder`.

export const JPEG_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  compression: { kind: 'choice', values: ['fast', 'smallest'], default: 'fast', advanced: true },
  ...TARGET_SIZE_OPTION,
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};

export const WEBP_OPTIONS: OptionsSchema = {
  ...QUALITY_OPTION,
  lossless: { kind: 'boolean', default: false, advanced: true },
  ...TARGET_SIZE_OPTION,
  ...ALPHA_PIXEL_OPTIONS,
};

export const PNG_OPTIONS: OptionsSchema = { ...ALPHA_PIXEL_OPTIONS, ...FRAMES_OPTION };

/** Options that need a slower encoder than the browser's. */
export function needsSlowerEncoder(options: OptionValues): boolean {
  return options.compression === 'smallest' || options.lossless === true;
}
