import type { OptionsSchema } from '@bakkum/conversion/options';

/** Requested only if the document needs it; never stored. */
export const PASSWORD_OPTION: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};
