import type { OptionsSchema } from '@bakkum/conversion/options';

/** Asked for when a document turns out to need it; never kept. */
export const PASSWORD_OPTION: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};
