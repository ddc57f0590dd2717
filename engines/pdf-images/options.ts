import type { OptionsSchema } from '@bakkum/conversion/options';
import { LANGUAGE_OPTION } from '@bakkum/document-recognition/options';
import { EDIT_OPTIONS, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

const { width, height, fit, metadata } = PIXEL_OPTIONS;

/** Writes recognized text invisibly over the images. A PDF without the requested text would be wrong, so it is essential. */
const TEXT_OPTIONS: OptionsSchema = {
  searchable: { kind: 'boolean', default: false, advanced: true, essential: true, last: true },
  textLanguage: { ...LANGUAGE_OPTION.textLanguage, last: true, when: { searchable: [true] } },
};

/** Transparency is kept, so there is no background option. */
export const RASTER_OPTIONS: OptionsSchema = {
  ...EDIT_OPTIONS,
  ...(width && { width }),
  ...(height && { height }),
  ...(fit && { fit }),
  ...(metadata && { metadata }),
  ...TEXT_OPTIONS,
};

/** A JPEG is embedded unchanged, so no pixel options apply. */
export const JPEG_OPTIONS: OptionsSchema = { ...(metadata && { metadata }), ...TEXT_OPTIONS };
