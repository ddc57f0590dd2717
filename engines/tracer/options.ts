import type { OptionsSchema } from '@bakkum/conversion/options';
import { ALPHA_PIXEL_OPTIONS, FRAMES_OPTION } from '@bakkum/raster/pixel-options';

export const TRACER_OPTIONS: OptionsSchema = {
  detail: { kind: 'choice', values: ['high', 'medium', 'low'], default: 'high' },
  ...ALPHA_PIXEL_OPTIONS,
  ...FRAMES_OPTION,
};
