import { startsWith, textAt } from '@bakkum/bytes/bytes';

/**
 * Colour space of a profile, four characters as in ICC.1: `RGB `, `GRAY`, `CMYK`, `Lab `. Undefined for bytes that are not a
 * profile.
 */
export function iccColourSpace(icc: Uint8Array): string | undefined {
  if (icc.length < 132 || !startsWith(icc, 'acsp', 36)) return undefined;
  return textAt(icc, 16, 4);
}
