import type { OptionsSchema } from '@bakkum/conversion/options';

/** Password for opening an archive. */
export const PASSWORD_OPTION = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
} satisfies OptionsSchema;

/** Compression level of a writer. */
export const COMPRESSION_OPTION = {
  compression: { kind: 'choice', values: ['none', 'fast', 'balanced', 'smallest'], default: 'balanced', advanced: true },
} satisfies OptionsSchema;

/** Password for encrypting the result. */
export const NEW_PASSWORD_OPTION = {
  newPassword: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
} satisfies OptionsSchema;
