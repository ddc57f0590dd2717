import type { OptionsSchema } from '@bakkum/conversion/options';

/** Passwords of the two files. */
export const COMPARISON_OPTIONS: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
  secondPassword: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};
