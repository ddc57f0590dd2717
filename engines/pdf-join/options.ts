import type { OptionsSchema } from '@bakkum/conversion/options';

/** Of one document; several are joined whole. */
export const JOIN_OPTIONS: OptionsSchema = {
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  password: { kind: 'text', maxLength: 200, default: '', secret: true, advanced: true },
};
