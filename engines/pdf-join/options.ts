import type { OptionsSchema } from '@bakkum/conversion/options';

/** Applies to a single document; when several are joined, all their pages are used. */
export const JOIN_OPTIONS: OptionsSchema = {
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
  password: { kind: 'text', maxLength: 200, default: '', secret: true, advanced: true },
};
