import type { OptionsSchema } from '@bakkum/conversion/options';

/** Values mapped to black and white. The named windows are for computed tomography, in Hounsfield units. */
export const VOLUME_OPTIONS = {
  window: { kind: 'choice', values: ['auto', 'full', 'soft', 'bone', 'lung', 'brain'], default: 'auto' },
  slices: { kind: 'choice', values: ['middle', 'all'], default: 'middle' },
} as const satisfies OptionsSchema;
