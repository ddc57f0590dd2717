import type { OptionsSchema } from '@bakkum/conversion/options';

export const CAD_OPTIONS = {
  fineness: { kind: 'choice', values: ['coarse', 'normal', 'fine'], default: 'normal' },
} as const satisfies OptionsSchema;
