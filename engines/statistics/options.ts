import type { OptionsSchema } from '@bakkum/conversion/options';

export const OPTIONS: OptionsSchema = {
  /** A coded answer as the code or as what the code stands for. */
  codedValues: { kind: 'choice', values: ['codes', 'labels'], default: 'codes' },
};
