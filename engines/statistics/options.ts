import type { OptionsSchema } from '@bakkum/conversion/options';

export const OPTIONS: OptionsSchema = {
  /** Whether coded answers are written as codes or as labels. */
  codedValues: { kind: 'choice', values: ['codes', 'labels'], default: 'codes' },
};
