import type { OptionsSchema } from '@bakkum/conversion/options';
import { EDIT_OPTIONS, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

const { width, height, fit, metadata } = PIXEL_OPTIONS;

/** Transparency is kept, so there is no background option. */
export const RASTER_OPTIONS: OptionsSchema = {
  ...EDIT_OPTIONS,
  ...(width && { width }),
  ...(height && { height }),
  ...(fit && { fit }),
  ...(metadata && { metadata }),
};

/** A JPEG is embedded unchanged, so no pixel options apply. */
export const JPEG_OPTIONS: OptionsSchema = { ...(metadata && { metadata }) };
