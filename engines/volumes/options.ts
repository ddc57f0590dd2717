import type { OptionsSchema } from '@bakkum/conversion/options';

/** Which values become black and white. The named ones are of X-ray tomography, in Hounsfield units. */
export const VOLUME_OPTIONS = {
  window: { kind: 'choice', values: ['auto', 'full', 'soft', 'bone', 'lung', 'brain'], default: 'auto' },
  slices: { kind: 'choice', values: ['middle', 'all'], default: 'middle' },
} as const satisfies OptionsSchema;
