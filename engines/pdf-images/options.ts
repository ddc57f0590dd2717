import type { OptionsSchema } from '@bakkum/conversion/options';
import { PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

const { width, height, fit, metadata } = PIXEL_OPTIONS;

/** Transparency is kept, so there is no background to ask for. */
export const RASTER_OPTIONS: OptionsSchema = {
  ...(width && { width }),
  ...(height && { height }),
  ...(fit && { fit }),
  ...(metadata && { metadata }),
};

/** A JPEG goes into the PDF as it is: nothing about its pixels can be asked for. */
export const JPEG_OPTIONS: OptionsSchema = { ...(metadata && { metadata }) };
