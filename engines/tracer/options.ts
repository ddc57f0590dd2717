import type { OptionsSchema } from '@bakkum/conversion/options';
import { FRAMES_OPTION, PIXEL_OPTIONS } from '@bakkum/raster/pixel-options';

export const TRACER_OPTIONS: OptionsSchema = {
  detail: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high' },
  ...PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
