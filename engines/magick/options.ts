import type { OptionsSchema } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION, PIXEL_OPTIONS, qualityOption } from '@bakkum/raster/pixel-options';
import type { Writer } from './writers.ts';

/** Returns the options of a target format. */
export function optionsFor(writer: Writer): OptionsSchema {
  return {
    ...(writer.quality ? qualityOption(writer.quality) : {}),
    ...(writer.alpha ? ALPHA_PIXEL_OPTIONS : PIXEL_OPTIONS),
    ...(writer.frames === 'animation' ? {} : FRAMES_OPTION),
  };
}
