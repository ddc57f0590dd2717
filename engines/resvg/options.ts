import type { OptionsSchema } from '@bakkum/conversion/options';

/** A drawing has no pixels, so a requested size is rendered directly instead of resampled. */
export const SVG_OPTIONS: OptionsSchema = {
  width: { kind: 'number', min: 1, max: 16_384, step: 1, unit: 'px', default: null, advanced: true },
  height: { kind: 'number', min: 1, max: 16_384, step: 1, unit: 'px', default: null, advanced: true },
  scale: { kind: 'number', min: 0.25, max: 8, step: 0.25, default: 1, advanced: true },
};
