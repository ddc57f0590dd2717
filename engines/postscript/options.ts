import type { OptionsSchema } from '@bakkum/conversion/options';

export const PAGES_OPTION: OptionsSchema = {
  /** `1-3,5`; empty for all. */
  pages: { kind: 'text', maxLength: 200, default: '', advanced: true },
};
