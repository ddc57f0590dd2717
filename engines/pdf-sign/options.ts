import type { OptionsSchema } from '@bakkum/conversion/options';

export const SIGNATURE_OPTIONS: OptionsSchema = {
  /** Of the certificate file. */
  certificatePassword: { kind: 'text', maxLength: 255, default: '', secret: true },
  reason: { kind: 'text', maxLength: 200, default: '' },
  location: { kind: 'text', maxLength: 200, default: '' },
  /** Of the PDF. */
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};
